// How the page of a match is laid out: `layout.table()` when it is met, `layout.hidden()` once something was tapped,
// `layout.cutOff()` which buttons of the bar are not whole, `layout.cut()` where it is longer than the window.
window.layout = (() => {
    const board = () => document.querySelector('[data-part="board"]');
    const shown = (each) =>
        each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !clipped(each);
    const clipped = (each) => each && (getComputedStyle(each).clipPath === "inset(50%)" || clipped(each.parentElement));
    const words = (each) => each.textContent.trim().replace(/\s+/g, " ").slice(0, 40);
    const name = (each) => `${each.localName}.${each.getAttribute("class") ?? ""} ${words(each)}`;

    // Of text the first line counts.
    const middle = (each) => {
        const { left, top, width, height } = each.getClientRects()[0] ?? each.getBoundingClientRect();
        return { x: left + width / 2, y: top + height / 2, width, height };
    };
    const hit = (each) => {
        const { x, y } = middle(each);
        const before = each.style.pointerEvents;
        each.style.pointerEvents = "auto"; // a figure that lets taps through is seen all the same
        const found = document.elementFromPoint(x, y);
        each.style.pointerEvents = before;
        return found;
    };

    // Pieces, cards and labels of a part: all that bear a text or a drawing. The ground lies under all else.
    const bearsText = (each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const pieces = (part) =>
        [...part.querySelectorAll("*")].filter(
            (each) => (bearsText(each) || each.matches("svg, img, button")) && !each.closest("symbol, defs, [data-ground]") && shown(each),
        );

    const covered = (part, each) => {
        const { x, width, height } = middle(each);
        const beside = part.dataset.part === "hand" && innerWidth < 500 && x + width / 2 > innerWidth - 16;
        const running = each.closest("ol[tabindex]"); // text that scrolls by itself
        if (!width || !height || beside || running) return false;
        const found = hit(each);
        // A poison die lies on its unit, and a card that was picked above those beside it.
        return !each.contains(found) && !found?.closest(".poison-die, .picked");
    };
    const where = (each) => `${name(each)} lies under ${name(hit(each) ?? document.body)}`;

    const size = (each) => {
        const given = parseFloat(getComputedStyle(each).fontSize);
        return each instanceof SVGElement ? given * each.getScreenCTM().a : given;
    };
    const isSmall = (each) => bearsText(each) && size(each) < 11.9;

    // How much of the page has shifted since it was opened, and what did.
    const shifts = [];
    const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
    new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries()) {
            const moved = sources.map((each) => {
                const what = each.node?.localName ? name(each.node) : "text";
                return `${what} from ${place(each.previousRect)} to ${place(each.currentRect)}`;
            });
            shifts.push([value, ...moved]);
        }
    }).observe({ type: "layout-shift", buffered: true });

    let first = null;
    (function look() {
        if (board()) first = board().getBoundingClientRect().top;
        else requestAnimationFrame(look);
    })();

    const table = () => {
        const parts = [...document.querySelectorAll("[data-part]")];
        const boxes = parts.map((part) => {
            const { top, bottom, width, height } = part.getBoundingClientRect();
            return [part.dataset.part, { top, bottom, area: width * height }];
        });
        return {
            boxes: Object.fromEntries(boxes),
            hidden: parts.flatMap((part) => pieces(part).filter((each) => covered(part, each)).map(where)),
            small: parts.flatMap((part) => pieces(part).filter(isSmall).map((each) => `${size(each)} px: ${name(each)}`)),
            shifts,
            first,
        };
    };

    // Buttons of the bar that are not whole to see and to press, though what scrolls was scrolled to them.
    const cutOff = () =>
        [...document.querySelectorAll("#choices .choice")].filter(shown).filter((each) => {
            each.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
            const { left, top, bottom, width } = each.getBoundingClientRect();
            const hits = (y) => each.contains(document.elementFromPoint(left + width / 2, y));
            return ![top + 3, (top + bottom) / 2, bottom - 3].every(hits);
        }).map((each) => `cut off: ${name(each)}`);

    // What board and hand hide of themselves, and of what is to be pressed.
    const hand = () => document.querySelector('[data-part="hand"]');
    const hidden = () =>
        [...pieces(board()), ...pieces(hand()), ...document.querySelectorAll(".choice.main")]
            .filter((each) => covered(each.closest("[data-part]"), each))
            .map(where)
            .concat(cutOff());

    // What board and hand hide of themselves where they are longer than the window: each piece is scrolled to first.
    const cut = () =>
        [board(), hand()].flatMap((part) =>
            pieces(part).filter((each) => {
                each.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
                return covered(part, each);
            }).map(where),
        );

    return { table, hidden, cut, cutOff };
})();

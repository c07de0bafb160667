// What a page paints, and what of it is lost: `painted.faults()` names every text that is cut, every word that is broken,
// every two controls that lie on each other, buttons side by side that are called the same but do different things, and
// bars that take too much of the window.
window.painted = (() => {
    const BARS = 0.12; // of the window's height
    const CONTROLS = "a[href], button, summary, select, textarea, input:not([type=hidden]), [role=button], [tabindex='0']";
    const WORD = /[\p{L}\p{M}\u00ad]{2,}/gu;
    const HIDING = /hidden|clip/;

    const style = (each) => getComputedStyle(each);
    const words = (each) => each.textContent.trim().replace(/\s+/g, " ").replaceAll("\u00ad", "").slice(0, 60);
    const kind = (each) => `${each.localName}.${(each.getAttribute("class") ?? "").split(" ")[0]}`;
    const name = (each) => `${kind(each)} ${words(each) || each.getAttribute("aria-label") || each.name || ""}`;

    // What is only read out is not painted.
    const readOut = (each) => each && (style(each).clipPath === "inset(50%)" || readOut(each.parentElement));
    const shown = (each) =>
        each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        style(each).color !== "rgba(0, 0, 0, 0)" &&
        parseFloat(style(each).fontSize) > 0 &&
        !readOut(each);

    // The boxes around an element that it is painted in: those between a positioned element and its holder are not.
    const holders = (each) => {
        const found = [];
        let { position } = style(each);
        for (let box = each.parentElement; box && position !== "fixed"; box = box.parentElement) {
            const isHolder = position !== "absolute" || style(box).position !== "static" || style(box).transform !== "none";
            if (isHolder) found.push(box);
            if (isHolder) ({ position } = style(box));
        }
        return found.filter((box) => box !== document.body && box !== document.documentElement);
    };

    // Where an element is painted of this rectangle: what has been scrolled away, or is cut, is not.
    const seen = (each, rectangle) =>
        holders(each).reduce((rest, box) => {
            const { left, top, right, bottom } = box.getBoundingClientRect();
            const [x, y] = [style(box).overflowX, style(box).overflowY].map((value) => value !== "visible");
            return {
                left: x ? Math.max(rest.left, left) : rest.left,
                right: x ? Math.min(rest.right, right) : rest.right,
                top: y ? Math.max(rest.top, top) : rest.top,
                bottom: y ? Math.min(rest.bottom, bottom) : rest.bottom,
            };
        }, rectangle);
    const isEmpty = ({ left, top, right, bottom }) => right - left < 1 || bottom - top < 1;

    const texts = () => {
        const found = [];
        const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walk.nextNode()) {
            const { data, parentElement } = walk.currentNode;
            if (data.trim() && !parentElement.closest("script, style, template, noscript, option, textarea, pre") && shown(parentElement))
                found.push(walk.currentNode);
        }
        return found;
    };
    const rectangles = (node, from = 0, to = node.data.length) => {
        const range = new Range();
        range.setStart(node, from);
        range.setEnd(node, to);
        return [...range.getClientRects()].filter((each) => each.width > 0);
    };

    // Cut: by a box that hides the rest (what scrolls shows it), or by the window's edge. Letters are less high than lines.
    const isCutBy = (box, lines) => {
        const { left, top, right, bottom } = box.getBoundingClientRect();
        const { overflowX, overflowY } = style(box);
        const beside = (line) => line.left < left - 1.5 || line.right > right + 1.5;
        const beyond = (line) => line.top + line.height * 0.2 < top || line.bottom - line.height * 0.2 > bottom;
        return (HIDING.test(overflowX) && lines.some(beside)) || (HIDING.test(overflowY) && lines.some(beyond));
    };
    const isShortened = (box) =>
        (style(box).textOverflow === "ellipsis" && HIDING.test(style(box).overflowX) && box.scrollWidth > box.clientWidth + 1) ||
        (style(box).webkitLineClamp !== "none" && box.scrollHeight > box.clientHeight + 2);
    const isCut = (node) => {
        const lines = rectangles(node);
        for (const box of [node.parentElement, ...holders(node.parentElement)]) {
            if (isShortened(box) || isCutBy(box, lines)) return true;
            if (/auto|scroll/.test(style(box).overflowX + style(box).overflowY)) return false;
        }
        return lines.some(({ left, right }) => left < -1 || right > document.documentElement.clientWidth + 1);
    };

    // Broken: a word that goes on in the next line with neither a hyphen nor a soft one.
    const isTorn = (node) => ({ 0: word, index }) => {
        if (rectangles(node, index, index + word.length).length < 2) return false;
        const line = (at) => Math.round(rectangles(node, index + at, index + at + 1).at(-1)?.bottom / 4); // a hyphen comes first
        return [...word].some((letter, at) => at > 0 && letter !== "\u00ad" && word[at - 1] !== "\u00ad" && line(at) > line(at - 1));
    };
    const isBroken = (node) => [...node.data.matchAll(WORD)].some(isTorn(node));

    const controls = () =>
        [...document.querySelectorAll(CONTROLS)].filter((each) => shown(each) && style(each).pointerEvents !== "none");

    // Where a control is pressed. That of a link within a line is its words.
    const places = (each) => {
        const range = new Range();
        range.selectNodeContents(each);
        const boxes = style(each).display === "inline" ? [...range.getClientRects()] : [each.getBoundingClientRect()];
        return boxes.map((box) => seen(each, box)).filter((box) => !isEmpty(box));
    };
    const floats = (each) => each && (/fixed|sticky/.test(style(each).position) || floats(each.parentElement));
    const meet = (one, other) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
    // What a page scrolls below a bar can be scrolled out again.
    const collide = ([one, boxes], [other, others]) =>
        !one.contains(other) &&
        !other.contains(one) &&
        Boolean(floats(one)) === Boolean(floats(other)) &&
        boxes.some((box) => others.some((beside) => meet(box, beside)));
    const overlaps = (all) => {
        const placed = all.map((each) => [each, places(each)]);
        return placed.flatMap((one, at) =>
            placed.slice(at + 1).filter((other) => collide(one, other)).map(([other]) => `${name(one[0])} | ${name(other)}`),
        );
    };

    // What a control is called, and what it does.
    const called = (each) => (each.getAttribute("aria-label") ?? words(each)).replaceAll("\u00ad", "").toLowerCase();
    const does = (each) => {
        const fields = each.form ? [...new FormData(each.form)].filter(([key]) => !/csrf/.test(key)) : [];
        return JSON.stringify([each.href, each.formAction, each.name, each.value, each.dataset, fields]);
    };
    const twins = (all) =>
        all.flatMap((each, at) =>
            all
                .slice(at + 1)
                .filter((other) => other.parentElement === each.parentElement || other.parentElement.parentElement === each.parentElement.parentElement)
                .filter((other) => called(each) && called(each) === called(other) && does(each) !== does(other))
                .slice(0, 1)
                .map(() => name(each)),
        );

    const bars = () => {
        const found = [...document.querySelectorAll("body *")].filter((each) => {
            const { width, height, top, bottom } = each.getBoundingClientRect();
            const stays = style(each).position === "fixed" || (style(each).position === "sticky" && scrolls());
            return stays && shown(each) && height > 0 && width > innerWidth / 2 && bottom > 0 && top < innerHeight;
        });
        const rows = new Set();
        for (const { top, bottom } of found.map((each) => each.getBoundingClientRect()))
            for (let at = Math.max(0, Math.ceil(top)); at < Math.min(innerHeight, bottom); at += 1) rows.add(at);
        return rows.size / innerHeight > BARS ? [`${rows.size} of ${innerHeight} pixels: ${found.map(kind).join(", ")}`] : [];
    };
    const scrolls = () => document.documentElement.scrollHeight > innerHeight + 1;

    const once = (kind, found) => [...new Set(found)].map((each) => `${kind}: ${each}`);
    const faults = () => {
        const all = texts();
        const pressed = controls();
        return [
            ...once("cut", all.filter(isCut).map((node) => name(node.parentElement))),
            ...once("broken", all.filter(isBroken).map((node) => name(node.parentElement))),
            ...once("same name", twins(pressed.filter((each) => each.matches("button, a")))),
            ...once("overlap", overlaps(pressed)),
            ...once("bars", bars()),
        ];
    };

    return { faults };
})();

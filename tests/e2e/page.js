// How a page of text and forms is laid out: `page.faults(least)` names every text that is cut, covered, too narrow or too
// wide, every word that is broken, every target smaller than `least` pixels, and how much has shifted since the page was
// opened; `page.cut(selector)` which of these texts are cut, though a tap would tell the rest.
window.page = (() => {
    const WIDEST = 80; // letters of a line
    const NARROWEST = 6; // letters of a column
    const TARGETS = "a[href], button, summary, select, textarea, input:not([type=hidden]), [role=tab]";
    const ELSEWHERE = ".match-board, .match-hand, [data-part], script, style, svg, select, template, noscript"; // a table is measured by layout.js
    // One line of what the log tells at length; the types of an interface, which refer to each other as words do.
    const BARE = "[data-part], .since > summary, .facts dd, pre";
    const CLIPPING = new Set(["hidden", "clip"]);

    const clipped = (each) => each && (getComputedStyle(each).clipPath === "inset(50%)" || clipped(each.parentElement));
    const shown = (each) =>
        each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !clipped(each);
    const words = (each) => each.textContent.trim().replace(/\s+/g, " ").slice(0, 60);
    const name = (each) => `${each.localName}.${each.getAttribute("class") ?? ""} ${words(each) || each.name || ""}`;
    const transparent = (each) => getComputedStyle(each).color === "rgba(0, 0, 0, 0)";
    const bearsText = (each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const inline = (each) => getComputedStyle(each).display === "inline";
    const scrolls = (each) => each.closest("pre, .scroller, [tabindex='0']");

    const texts = () =>
        [...document.body.querySelectorAll("*")].filter(
            (each) => bearsText(each) && !each.closest(ELSEWHERE) && shown(each) && !transparent(each),
        );

    // The lines of a text as [letters, rectangle], by where each word stands.
    const lines = (each) => {
        const found = new Map();
        for (const walk = document.createTreeWalker(each, NodeFilter.SHOW_TEXT); walk.nextNode(); ) {
            const { data, parentElement } = walk.currentNode;
            if (!shown(parentElement) || parentElement.closest("pre")) continue;
            for (const { 0: word, index } of data.matchAll(/\S+/g)) {
                const range = new Range();
                range.setStart(walk.currentNode, index);
                range.setEnd(walk.currentNode, index + word.length);
                const [first] = range.getClientRects(); // a name may go on in the next line
                const at = Math.round((first?.bottom ?? 0) / 6);
                found.set(at, (found.get(at) ?? 0) + word.length + 1);
            }
        }
        return [...found.values()].map((letters) => letters - 1);
    };

    const longest = (each) => Math.max(0, ...lines(each));
    const isLong = (each) => each.matches("p, li, dd, td, blockquote, figcaption") && longest(each) > WIDEST;
    const holdsBoxes = (each) => [...each.children].some((child) => /^inline-/.test(getComputedStyle(child).display));
    const isNarrow = (each) =>
        !inline(each) && !holdsBoxes(each) && lines(each).length > 2 && longest(each) < NARROWEST;

    // Words that go on in the next line without a hyphen. A browser that may set hyphens does so in long ones alone.
    const wordsOf = (node) => [...node.data.matchAll(/(?<=^|\s)\p{L}{2,}(?=\s|$)/gu)];
    const isTorn = (node) => ({ 0: word, index }) => {
        const range = new Range();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const hyphened = getComputedStyle(node.parentElement).hyphens === "auto" && word.length >= 8;
        return !hyphened && new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 6))).size > 1;
    };
    const isBroken = (each) =>
        [...each.childNodes].some((node) => node.nodeType === 3 && wordsOf(node).some(isTorn(node)));

    // Where the text of an element itself stands, without that of what is in it.
    const place = (each) => {
        const range = new Range();
        const own = [...each.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
        const boxes = own.flatMap((node) => (range.selectNode(node), [...range.getClientRects()]));
        return { left: Math.min(...boxes.map((box) => box.left)), right: Math.max(...boxes.map((box) => box.right)) };
    };
    const clips = (each) => CLIPPING.has(getComputedStyle(each).overflowX);
    const reaches = ({ left, right }, box) => left < box.left - 1 || right > box.right + 1;

    // The box that a text reaches out of: one that cuts it, its card, or the page. What scrolls shows the rest.
    const tooNarrow = (each) => {
        const text = place(each);
        if (scrolls(each) || text.right - text.left < 1) return null;
        for (let box = each; box && box !== document.body; box = box.parentElement) {
            if (/auto|scroll/.test(getComputedStyle(box).overflowX)) return null;
            if (!reaches(text, box.getBoundingClientRect())) continue;
            if (box.matches(".card, fieldset, td, th, dialog") || clips(box)) return box;
        }
        return reaches(text, { left: 0, right: document.documentElement.clientWidth }) ? document.body : null;
    };
    const tellsRest = (box) => getComputedStyle(box).textOverflow === "ellipsis" && box.closest("[title], summary");
    const isCut = (each) => {
        const box = tooNarrow(each);
        return box !== null && !tellsRest(box);
    };

    // Of a text that is higher than what it scrolls in the first line counts, as a reader meets it.
    const showStart = (each) => {
        each.scrollIntoView({ block: "center", behavior: "instant" });
        let room = each.parentElement;
        while (room && !/auto|scroll/.test(getComputedStyle(room).overflowY)) room = room.parentElement;
        const above = room ? room.getBoundingClientRect().top - each.getBoundingClientRect().top : 0;
        if (above > 0 && room !== document.documentElement) room.scrollTop -= above;
    };
    const isCovered = (each) => {
        showStart(each);
        const { left, top, width, height } = each.getClientRects()[0] ?? {};
        if (!width || scrolls(each) || tooNarrow(each)) return false;
        const found = document.elementFromPoint(left + width / 2, top + height / 2);
        const beside = found?.matches("a") && inline(found); // its taps reach beyond its line
        return found && !beside && !each.contains(found) && !found.contains(each) && !found.closest("label")?.contains(each);
    };

    // A link within a sentence is as high as its line.
    const inSentence = (each) => inline(each) && each.matches("a") && words(each.parentElement) !== words(each);
    const isSmall = (least) => (each) => {
        if (!shown(each) || each.closest(BARE) || inSentence(each)) return false;
        const label = each.labels?.[0];
        const boxes = [each, ...(label ? [label] : [])].map((one) => one.getBoundingClientRect());
        const wide = inline(each) ? Math.min(least, 24) : least; // a word is as wide as it is
        return !boxes.some(({ width, height }) => width >= wide - 0.5 && height >= least - 0.5);
    };
    const size = (each) => {
        const { width, height } = each.getBoundingClientRect();
        return `${Math.round(width)}x${Math.round(height)}`;
    };

    const shifts = [];
    new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({ type: "layout-shift", buffered: true });
    const shift = () => shifts.filter((each) => !each.hadRecentInput).reduce((sum, each) => sum + each.value, 0);

    const faults = (least) => {
        const all = texts();
        const found = [
            ...all.filter(isLong).map((each) => `long: ${Math.max(...lines(each))} ${name(each)}`),
            ...all.filter(isNarrow).map((each) => `narrow: ${name(each)}`),
            ...all.filter(isBroken).map((each) => `broken: ${name(each)}`),
            ...all.filter(isCut).map((each) => `cut: ${name(each)}`),
            ...[...document.querySelectorAll(TARGETS)].filter(isSmall(least)).map((each) => `small: ${size(each)} ${name(each)}`),
        ];
        const wider = document.documentElement.scrollWidth - document.documentElement.clientWidth;
        if (wider > 0) found.push(`cut: ${wider} pixels of the page`);
        if (shift() > 0.02) found.push(`shifted by ${shift().toFixed(3)}`);
        return [...found, ...all.filter(isCovered).map((each) => `covered: ${name(each)}`)];
    };

    // What must be whole though the rest of it would be told elsewhere.
    const cut = (selector) => texts().filter((each) => each.matches(selector) && tooNarrow(each)).map((each) => `cut: ${name(each)}`);

    return { faults, cut };
})();

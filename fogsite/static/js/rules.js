// The field above the contents of a page of rules: while it holds words, only the paragraphs, examples and rows that have
// all of them are shown, with their headings, and the words are marked. Accents and capitals make no difference. Without
// this script the browser finds words by itself; on paper everything is there.

const PARTS = "p, li, figure, dl > div, tbody:has(.named), tbody tr"; // one that lies in another belongs to it
const AROUND = "h2, h3, ul, ol, dl, details, .scroller";

const page = document.querySelector(".rules");
const book = page.querySelector(".book");
const field = document.getElementById("find");
const [status, all] = page.querySelectorAll(".find :is([role=status], button)");
const outermost = (element) => !element.parentElement.closest(PARTS);
const entry = ({ id }) => page.querySelector(`.contents li:has([href="#${id}"])`);

// Accents are left out, and where words may be broken; quotes and signs are those of a keyboard.
function plain(text) {
  const letters = text.normalize("NFD").replace(/[\p{M}\u00ad\u200b]/gu, "").toLowerCase();
  return letters.replace(/[‘’]/g, "'").replace(/[−–]/g, "-");
}

// What is shown with each part: what holds it, the headings that it is under, and where the contents list them.
function collected() {
  const heads = { H2: null, H3: null };
  const parts = [];
  for (const element of book.querySelectorAll(`h2, h3, ${PARTS}`)) {
    if (element.tagName === "H2") Object.assign(heads, { H2: element, H3: null });
    else if (element.tagName === "H3") heads.H3 = element;
    else if (outermost(element)) {
      const held = [...book.querySelectorAll(AROUND)].filter((each) => each.contains(element));
      const shown = [element, ...held, ...Object.values(heads), heads.H2 && entry(heads.H2)];
      parts.push({ element, shown, text: plain(element.textContent) });
    }
  }
  return parts;
}

const parts = collected();
const around = [...book.querySelectorAll(AROUND)].filter(outermost);
const hideable = [...around, ...parts.map(({ element }) => element), ...page.querySelectorAll(".contents li")];
const folded = [...book.querySelectorAll("details:not([open])")];

function* places(element, words) {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = plain(texts.currentNode.data);
    if (text.length !== texts.currentNode.length) continue; // a letter that cannot be told apart from its accent
    for (const word of words) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        yield new StaticRange({
          startContainer: texts.currentNode,
          startOffset: at,
          endContainer: texts.currentNode,
          endOffset: at + word.length,
        });
      }
    }
  }
}

function say(count) {
  const { none, one, many } = status.dataset;
  status.textContent = (count === 0 ? none : count === 1 ? one : many).replace("{count}", count);
}

function narrow() {
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  const isSought = words.length > 0;
  const found = isSought ? parts.filter(({ text }) => words.every((word) => text.includes(word))) : parts;
  const shown = new Set(found.flatMap((part) => part.shown));
  page.toggleAttribute("data-sought", isSought);
  for (const each of hideable) each.toggleAttribute("data-unfound", isSought && !shown.has(each));
  for (const each of folded) each.open = isSought && shown.has(each);
  all.hidden = !isSought;
  if (isSought) say(found.length);
  else status.textContent = "";
  const marked = isSought ? found.flatMap(({ element }) => [...places(element, words)]) : [];
  if (CSS.highlights) CSS.highlights.set("found", new Highlight(...marked));
  if (isSought) scrollTo({ top: 0, behavior: "instant" });
  else field.scrollIntoView({ block: "nearest", behavior: "instant" });
}

function showAll() {
  field.value = "";
  narrow();
}

field.addEventListener("input", narrow);
all.addEventListener("click", () => {
  showAll();
  field.focus();
});
// A link may lead to a part that is not shown.
addEventListener("hashchange", () => {
  const target = document.getElementById(location.hash.slice(1));
  if (!target?.closest("[data-unfound]")) return;
  showAll();
  target.scrollIntoView();
});
if (field.value) narrow(); // a page that the reader came back to

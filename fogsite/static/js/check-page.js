// "Check it yourself": recomputes a finished match in this browser, step by step, and says what agrees. It reads the
// record that the page names, or a file that was kept; without this script the page names the command that does more.

import { ask } from "./forms.js";

const place = () => document.getElementById("check");
const summary = () => place().querySelector("output");
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

async function load(url) {
  const answer = await ask(url);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}

/** What a file says: in UTF-8, or in UTF-16 as some programs of Windows save it, with a byte order mark or without. */
async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  const little = second === 0 || (first === 0xff && second === 0xfe);
  const big = first === 0 || (first === 0xfe && second === 0xff);
  return new TextDecoder(little ? "utf-16le" : big ? "utf-16be" : "utf-8").decode(bytes);
}

/** What this browser kept of the match when it was begun or joined here (forms.js). */
function kept(match) {
  try {
    return JSON.parse(localStorage.getItem("seals")).filter((each) => each.match === match);
  } catch {
    return [];
  }
}

function page({ match, seal, names, me }) {
  return { match, seal, names: JSON.parse(names), me: me ? Number(me) : undefined, kept: kept(match) };
}

const rulesOf = async ({ rules }) => (rules ? (await import(rules)).default : null);

const lineOf = (step) => place().querySelector(`[data-step="${step}"]`);

function show({ step, ok, count, ply }) {
  const line = lineOf(step);
  line.className = ok === null ? "skipped" : ok ? "agrees" : "differs";
  const words = { ...place().dataset, ...line.dataset };
  const said = ok === null ? words.skipped : ok ? words.agrees : words.differs;
  line.querySelector(".verdict").textContent = fill(said, { count, ply });
}

function clear() {
  summary().textContent = "";
  summary().className = "";
  for (const line of place().querySelectorAll("[data-step]")) {
    line.className = "";
    line.querySelector(".verdict").textContent = "";
  }
}

const faultOf = ({ step, other, ply }) => (other ? lineOf(step).dataset[other] : fill(place().dataset.unsound, { ply }));

function conclude(results) {
  const faults = results.filter(({ ok }) => ok === false);
  const isUnkept = results.some(({ step, ok }) => step === "kept" && ok === null);
  const agrees = (isUnkept && lineOf("kept").dataset.sound) || place().dataset.sound;
  summary().className = faults.length > 0 ? "message error" : "message success";
  summary().textContent = faults.length > 0 ? faults.map(faultOf).join(" ") : agrees;
}

async function run(read) {
  const words = place().dataset;
  clear();
  summary().textContent = words.busy;
  const results = [];
  try {
    const { check } = await import("./check.js");
    const [record, positions, rules] = await Promise.all([read(), load(words.positions), rulesOf(words)]);
    for await (const result of check(record, { ...page(words), positions, rules })) {
      results.push(result);
      show(result);
    }
    conclude(results);
  } catch {
    summary().className = "message error";
    summary().textContent = words.unreadable;
  }
}

function offer() {
  if (place() && globalThis.crypto?.subtle) place().querySelector(".check-it").hidden = false;
}

document.addEventListener("click", ({ target }) => {
  if (target.closest("#check button")) run(() => load(place().dataset.record));
});
document.addEventListener("change", ({ target }) => {
  const file = target.closest("#check input[type=file]")?.files[0];
  if (file) run(async () => JSON.parse(await textOf(file)));
});
document.addEventListener("htmx:load", offer);
offer();

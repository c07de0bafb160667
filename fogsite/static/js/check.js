// Checks a finished match from nothing but its record and docs/fairness.md: seal, seed, log, draws, digests, result.
// `check` says one step after the other how it went, and stops at the first that does not agree, "kept" excepted, since
// what a browser has kept tells nothing of the other steps:
//   { step, ok, count }          so many things were compared (ok null: there was nothing to compare with)
//   { step, ok: false, ply }     and the first entry that differs
//   { step: "kept", ok: false, other }   and what differs: "seal", "share" of the reader, or that of the "house"

import { ended, shuffle } from "./draws.js";

const FORMAT = "fog-record/1";
const SCHEME = "fog1";
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?(Z|\+00:00)$/;
const HEX = { 16: /^[0-9a-f]{32}$/, 32: /^[0-9a-f]{64}$/ };

const bytes = (text) => new TextEncoder().encode(text);
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
const joined = (...parts) => new Uint8Array(parts.flatMap((part) => [...part]));

const key = (raw) => crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
const hmac = (sealed, message) => crypto.subtle.sign("HMAC", sealed, message);

/** Canonical JSON: no white space, sorted keys, characters as they are. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

const same = (one, other) => canonical(one) === canonical(other);

/** The seal of a secret: SHA-256 as hex. */
export async function commitment(match, secret) {
  return hex(await crypto.subtle.digest("SHA-256", joined(bytes(`fog1 commit\0${match}\0`), unhex(secret))));
}

/** The seed as hex, from the secret and what goes into it: [match, game, version, options, entropies]. */
export async function seed(secret, parts) {
  return hex(await hmac(await key(unhex(secret)), bytes(canonical(parts))));
}

/** Draw k below n for a label; n is a BigInt. */
export async function draw(sealed, n, label, epoch, k) {
  const limit = 2n ** 64n - (2n ** 64n % n);
  for (let attempt = 0; ; attempt += 1) {
    const message = bytes(`${label}\0${epoch}\0${k}\0${attempt}`);
    const x = new DataView(await hmac(sealed, message)).getBigUint64(0);
    if (x < limit) return x % n;
  }
}

export const keyOf = (text) => key(unhex(text));

/** How many of the draws, from the first, are those of this label; -1 where they are not. */
async function follow(sealed, draws, { label, sizes }, epoch) {
  const wanted = sizes(draws);
  for (const [k, n] of wanted.entries()) {
    if (!draws[k] || draws[k][0] !== n) return -1;
    if (BigInt(draws[k][1]) !== (await draw(sealed, BigInt(n), label, epoch, k))) return -1;
  }
  return wanted.length;
}

/** Whether the draws of an entry are those that were due, all of them and no others. */
async function follows(sealed, draws, due, epoch) {
  const left = [...due];
  let rest = draws;
  while (rest.length > 0) {
    const taken = await Promise.all(left.map((drawing) => follow(sealed, rest, drawing, epoch)));
    const found = taken.findIndex((count) => count > 0);
    if (found < 0) return false;
    left.splice(found, 1);
    rest = rest.slice(taken[found]);
  }
  return left.every(({ mayLack }) => mayLack);
}

// --- Steps -----------------------------------------------------------------------------------------------------------

const integer = (value) => Number.isSafeInteger(value) && value >= 0;
const pair = (value) => Array.isArray(value) && value.length === 2 && value.every(integer) && value[0] > value[1];

function readable(record, match) {
  if (record?.format !== FORMAT || record.scheme !== SCHEME || record.match !== match) return false;
  if (!HEX[32].test(record.secret) || !Array.isArray(record.seats) || !Array.isArray(record.entries)) return false;
  const places = record.seats.map((seat) => seat?.joined).sort((a, b) => a - b);
  return places.every((place, index) => place === index) && record.seats.every((seat) => HEX[16].test(seat.entropy));
}

/** The first entry that is not where or when it should be; -1 where all are. There are `last` entries at most. */
function badEntry(record, last) {
  const { seats, entries } = record;
  const order = seats.map((seat) => seat.joined);
  const said = /^!start (.*)$/s.exec(entries[0]?.text ?? "");
  const drawn = said !== null && entries[0].text.includes('"drawn":true');
  const { game, options, version } = record;
  if (entries[0]?.text !== `!start ${canonical({ drawn, game, options, order, version })}`) return 0;
  let before = "";
  const fits = ({ ply, seat, text, draws = [], at }, index) => {
    const time = TIME.test(at) ? at.slice(0, 19) + (/\.\d+/.exec(at)?.[0] ?? ".000000") : "";
    const sits = index === 0 ? seat === null : seat === null ? /^!/.test(text) : integer(seat) && seat < seats.length;
    const good = ply === index && ply < last && sits && time >= before && time !== "" && draws.every(pair);
    before = time;
    return good;
  };
  return entries.findIndex((entry, index) => !fits(entry ?? {}, index));
}

const seedOf = (record) => {
  const entropies = [...record.seats].sort((a, b) => a.joined - b.joined).map((seat) => seat.entropy);
  return seed(record.secret, [record.match, record.game, record.version, record.options, entropies]);
};

/** The seats as they were drawn, where they were. */
async function seated(sealed, record) {
  const order = record.seats.map((_, place) => place);
  for (let last = order.length - 1; last > 0; last -= 1) {
    const chosen = Number(await draw(sealed, BigInt(last + 1), "seats", 0, order.length - 1 - last));
    [order[last], order[chosen]] = [order[chosen], order[last]];
  }
  return same(order, record.seats.map((seat) => seat.joined));
}

/** The first entry whose draws do not follow from the seed; -1 where all do. */
async function badDraw(record, positions, rules) {
  const { entries, seats, options } = record;
  const sealed = await keyOf(await seedOf(record));
  const bySeat = entries[0].text.includes('"drawn":true') ? [shuffle(seats.length, "seats")] : [];
  if (bySeat.length > 0 && !(await seated(sealed, record))) return 0;
  const state = (ply) => positions[ply]?.state ?? {};
  for (const entry of entries) {
    const { ply, seat, draws = [] } = entry;
    const opening = [...bySeat, ...rules.opening(options, state(0))];
    const later = () => (seat === null ? [] : rules.later(state(ply - 1), state(ply)));
    if (!(await follows(sealed, draws, ply === 0 ? opening : later(), epochAt(entries, ply)))) return ply;
  }
  return -1;
}

/** How many rollbacks before this entry went back past a draw: after each, what is drawn again comes out differently. */
function epochAt(entries, ply) {
  const past = entries.slice(0, ply).filter(({ seat, text }) => seat === null && text.startsWith("!rollback "));
  const drew = ({ text, ply: at }) => entries.slice(Number(text.slice(10)) + 1, at).some(({ draws }) => draws?.length);
  return past.filter(drew).length;
}

/** The first entry whose digest is not the one that follows from the secret; -1 where all are. */
async function badDigest(record, positions) {
  const sealed = await key(await hmac(await key(unhex(record.secret)), bytes("fog1 digest")));
  let before = "";
  for (const { ply, seat, text, draws = [], digest } of record.entries) {
    const message = canonical([before, ply, seat, text, draws, positions[ply] ?? null]);
    if (hex(await hmac(sealed, bytes(message))) !== digest) return ply;
    before = digest;
  }
  return positions.length === record.entries.length ? -1 : record.entries.length;
}

/** What differs from what this browser has kept: the seal it saw, the player's share that it gave, or in a match with the
 * house that the house's share is the beginning of the seal; undefined where nothing does. `me` is the player's seat,
 * undefined for all others.
 */
function differing({ commitment: seal, seats }, { kept, me }) {
  if (kept.some((each) => each.seal !== seal)) return "seal";
  if (me === undefined) return undefined;
  if (!kept.some(({ share }) => share === seats[me]?.entropy)) return "share";
  const others = kept.some(({ house }) => house) ? seats.filter((_, seat) => seat !== me) : [];
  return others.some(({ entropy }) => entropy !== seal.slice(0, 32)) ? "house" : undefined;
}

function remembered(record, { kept = [], me }) {
  const count = me === undefined ? 1 : 2;
  if (kept.length === 0) return { step: "kept", ok: null, count };
  const other = differing(record, { kept, me });
  return other ? { step: "kept", ok: false, other } : { step: "kept", ok: true, count };
}

/** How a house entry ends a match; undefined for all other entries. */
function ruled({ seat, text }, seats) {
  const [word, number] = text.split(" ");
  const others = seats.map((_, place) => place).filter((place) => place !== Number(number));
  const rulings = {
    "!resign": () => ended("resignation", others),
    "!timeout": () => ended("timeout", others),
    "!adjudicate": () => ended("adjudication", [Number(number)]),
    "!draw": () => ended("agreed"),
    "!void": () => ended("void"),
    "!bound": () => ended("bound"),
  };
  return seat === null ? rulings[word]?.() : undefined;
}

/** Whether the record names the result that its last entry has; null where this game is not known here. */
export function rightResult({ entries, seats, result }, positions, rules) {
  const ruling = ruled(entries.at(-1), seats);
  if (ruling === undefined && !rules) return null;
  const due = ruling ?? rules.outcome(positions.at(-1).state);
  return same(due, result && { ...ended(), ...result });
}

/** Whether those sit there whom the page names; one who has left (null) was called otherwise in older records. */
const rightSeats = ({ seats }, names) =>
  seats.length === names.length && names.every((name, seat) => name === null || name === seats[seat].name);

const verdict = (step, ply, count) => (ply < 0 ? { step, ok: true, count } : { step, ok: false, ply });

const answer = (step, ok, count, ply = 0) => (ok === false ? { step, ok, ply } : { step, ok, count });

/** Compare a record with what the page shows of a match: its seal, the `names` by seat, the `positions` its digests hold,
 * and the `rules` by which the game draws and ends (its own check.js), null where nothing tells them; and with what this browser has `kept` of it, if anything, for the reader on seat `me`.
 */
export async function* check(record, shown) {
  const { match, seal, positions, names, rules } = shown;
  yield { step: "record", ok: readable(record, match), ply: 0, count: 1 };
  if (!readable(record, match)) return;
  const sealed = record.commitment === seal && (await commitment(match, record.secret)) === seal;
  yield verdict("seal", sealed ? -1 : 0, 1);
  if (!sealed) return;
  yield remembered(record, shown);
  yield answer("seats", rightSeats(record, names), names.length);
  if (!rightSeats(record, names)) return;
  const { entries } = record;
  const log = verdict("log", badEntry(record, positions.length), entries.length);
  yield log;
  if (!log.ok) return;
  const draws = entries.reduce((sum, entry) => sum + (entry.draws?.length ?? 0), 0);
  const chance = rules ? verdict("draws", await badDraw(record, positions, rules), draws) : { step: "draws", ok: null };
  yield chance;
  if (chance.ok === false) return;
  const digests = verdict("digests", await badDigest(record, positions), entries.length);
  yield digests;
  if (digests.ok) yield answer("result", rightResult(record, positions, rules), 1, entries.length - 1);
}

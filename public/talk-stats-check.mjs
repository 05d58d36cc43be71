// Computes the numbers of Parley's talk statistics a second time, from what the page's JSON lists: a line for each call, and
// one for what each of us said in it ("part").
//   node talk-stats-check.mjs talk-stats.json
// Prints a line for each person and for all calls together, and says where the page shows something else.
// Mean: of the calls' values. By time: the same, each call weighing as long as it is. Quartiles lie linearly between the
// two closest calls. Of fewer than five calls there is only how many.
import { readFileSync } from "node:fs";

const LEAST_CALLS = 5;
const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("Usage: node talk-stats-check.mjs talk-stats.json");
  process.exit(2);
}
const lines = JSON.parse(readFileSync(file, "utf8"));
const [calls, parts] = ["call", "part"].map((of) => lines.filter(({ group }) => group === of));

const round = (value) => Math.round(value * 1e4) / 1e4;

function quantile(sorted, share) {
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const [low, high] = [sorted[below], sorted[Math.ceil(place)]];
  return low + (high - low) * (place - below);
}

function figures(of) {
  const counted = of.filter(({ value }) => value !== null);
  const n = counted.length;
  const left_out = of.length - n;
  if (n < LEAST_CALLS)
    return { n, mean: null, by_time: null, median: null, q1: null, q3: null, left_out };
  const sorted = counted.map(({ value }) => value).sort((a, b) => a - b);
  const length = counted.reduce((sum, { length_ms }) => sum + length_ms, 0);
  const weighed = counted.reduce((sum, { value, length_ms }) => sum + value * length_ms, 0);
  return {
    n,
    mean: round(sorted.reduce((sum, value) => sum + value, 0) / n),
    by_time: length > 0 ? round(weighed / length) : null,
    median: round(quantile(sorted, 0.5)),
    q1: round(quantile(sorted, 0.25)),
    q3: round(quantile(sorted, 0.75)),
    left_out,
  };
}

// Values have four digits; a mean of such may differ in the fourth.
const isSame = (a, b) => a === b || (a !== null && b !== null && Math.abs(a - b) <= 1.5e-4);

let wrong = 0;
function compare(name, shown, of) {
  const made = figures(of);
  const differs = Object.keys(made).filter((key) => !isSame(made[key], shown[key]));
  for (const key of differs)
    console.error(`${name}: ${key} is ${made[key]}, the page shows ${shown[key]}`);
  wrong += differs.length;
  console.log(JSON.stringify({ name, ...made }));
}

for (const person of lines.filter(({ group }) => group === "person"))
  compare(
    person.name,
    person,
    parts.filter(({ member_id }) => member_id === person.member_id),
  );
for (const all of lines.filter(({ group }) => group === "all")) compare("all calls", all, calls);
process.exit(wrong === 0 ? 0 : 1);

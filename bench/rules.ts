import { parseArgs } from "node:util";
import { judge, report } from "./lib/figures.ts";
import { type Conversation, readConversations, type Writing, WRITINGS } from "./lib/labelled.ts";
import { countHighlights, type Counts, countRules, type Rule, RULES } from "./lib/rule-counts.ts";
import { runBench } from "./lib/run.ts";

// What the rules hear, on the labelled conversations of bench/rules: precision and recall per rule,
// language, half, with and without punctuation. `--show` prints what was missed (-) and what was
// wrong (+) in the half that rules are tuned against; only the other half is judged.

const BENCH = "rules";
const PRECISION = 0.9;
const FITTING = 0.8;
const RECALL: Readonly<Record<Writing, Partial<Record<Rule, number>>>> = {
  marks: { question: 0.85, promise: 0.8 },
  bare: { question: 0.7, promise: 0.8 },
};
const { values: given } = parseArgs({
  options: { show: { type: "boolean", default: false } },
  strict: false,
});

type Part = { half: Conversation["half"]; writing: Writing; name: string };

const total = <K extends string>(rows: readonly Record<K, number>[], of: K): number =>
  rows.reduce((sum, row) => sum + row[of], 0);

function show({ half }: Part, name: string, rows: readonly Counts[]): void {
  if (given["show"] !== true || half !== "seen") return;
  for (const fault of rows.flatMap(({ faults }) => faults)) console.error(`${name}\t${fault}`);
}

function reportShare(name: string, of: string, ours: [number, number], goal: number | null): void {
  const value = ours[1] === 0 ? Number.NaN : ours[0] / ours[1];
  const figure = { bench: BENCH, case: name, unit: "share", of, ours, value };
  if (goal === null) report({ ...figure, result: "passed" });
  else judge({ ...figure, goal: { op: ">=", value: goal } });
}

function reportRule(rule: Rule, rows: readonly Counts[], part: Part): void {
  const name = `${rule} ${part.name}`;
  show(part, name, rows);
  const goal = part.half === "unseen" ? (RECALL[part.writing][rule] ?? null) : null;
  const [right, found] = [total(rows, "right"), total(rows, "found")];
  reportShare(name, "precision", [right, found], goal === null ? null : PRECISION);
  // Of the fields only what is shown can be judged.
  if (rule !== "field") reportShare(name, "recall", [right, total(rows, "labelled")], goal);
}

function reportHighlights(some: readonly Conversation[], part: Part): void {
  const rows = some.map((one) => countHighlights(one, part.writing));
  const name = `highlights ${part.name}`;
  show(part, name, rows);
  const goal = part.half === "unseen" ? FITTING : null;
  reportShare(name, "fitting", [total(rows, "right"), total(rows, "found")], goal);
  reportShare(name, "sections reached", [total(rows, "reached"), total(rows, "labelled")], null);
  const value = total(rows, "twice");
  const figure = { bench: BENCH, case: name, unit: "count", of: "quoted twice", ours: [value] };
  judge({ ...figure, value, goal: { op: "<=", value: 0 } });
}

function measure(): void {
  const conversations = readConversations();
  for (const half of ["seen", "unseen"] as const) {
    for (const language of ["en", "ja"]) {
      const some = conversations.filter((one) => one.half === half && one.language === language);
      for (const writing of WRITINGS) {
        const part = { half, writing, name: `${language} ${writing} ${half}` };
        const rows = some.map((one) => countRules(one, writing));
        for (const rule of RULES) {
          reportRule(
            rule,
            rows.map((row) => row[rule]),
            part,
          );
        }
        reportHighlights(some, part);
      }
    }
  }
}

await runBench(() => {
  measure();
  return Promise.resolve();
});

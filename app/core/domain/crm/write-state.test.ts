import { expect, test } from "vitest";
import { isFinal, mayFollow, WRITE_STATES, type WriteState } from "./write-state.ts";

/** product §5.6, written down once more by hand. */
const TABLE = `
proposed        > approved in_review blocked dry_run superseded
blocked         > proposed expired
dry_run         > proposed expired
in_review       > approved rejected expired superseded
approved        > writing
writing         > written conflict failed approved
conflict        > approved rejected in_review
written         > reverted revert_conflict
failed          > approved rejected
reverted        >
revert_conflict > reverted written
rejected        >
expired         >
superseded      >`;

const allowed = new Map(
  TABLE.trim()
    .split("\n")
    .map((line) => {
      const [from = "", to = ""] = line.split(">").map((part) => part.trim());
      return [from, to.split(" ").filter((name) => name !== "")];
    }),
);
const pairs = WRITE_STATES.flatMap((from) =>
  WRITE_STATES.map((to): [WriteState, WriteState] => [from, to]),
);

test.each(pairs)("%s may lead to %s exactly where the table says so", (from, to) => {
  expect(mayFollow(from, to)).toBe(allowed.get(from)?.includes(to));
});

test("what was rejected, has expired, was superseded or taken back stays so", () => {
  expect(WRITE_STATES.filter(isFinal).toSorted()).toEqual([
    ...["expired", "rejected", "reverted", "superseded"],
  ]);
});

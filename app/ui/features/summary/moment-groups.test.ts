import { expect, test } from "vitest";
import type { MomentView } from "#app/core/pages/playback-views.ts";
import { countSides, groupMoments, isOfSide } from "./moment-groups.ts";

const moment = (more: Partial<MomentView>): MomentView => ({
  kind: "question",
  rule: "question.wh",
  label: null,
  participantId: null,
  side: "R",
  t0Ms: 0,
  t1Ms: 1_000,
  isUnsure: false,
  text: "How so?",
  isUncertain: false,
  ...more,
});
const moments = [
  moment({ kind: "topic", side: null, text: null }),
  moment({ kind: "filler", side: "C", text: null }),
  moment({ side: "C" }),
  moment({}),
  moment({ kind: "promise" }),
  moment({ side: null }),
];

test("questions stand by side, then promises and fillers; topics are no moments", () => {
  expect(groupMoments(moments).map(({ key, moments: inside }) => [key, inside.length])).toEqual([
    ["questionsOfUs", 1],
    ["questionsOfThem", 1],
    ["questionsOfAll", 1],
    ["promise", 1],
    ["filler", 1],
  ]);
});

test("a side's count is what its filter leaves", () => {
  const counts = countSides(moments);
  expect(counts).toEqual({ all: 5, R: 2, C: 2 });
  const left = groupMoments(moments.filter((each) => isOfSide(each, "R")));
  expect(left.reduce((sum, { moments: inside }) => sum + inside.length, 0)).toBe(counts.R);
});

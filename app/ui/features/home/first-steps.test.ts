import { expect, test } from "vitest";
import type { HomeStep, StepName } from "#app/core/pages/home-views.ts";
import { arrangeSteps } from "./first-steps.ts";

const step = (name: StepName, isDone = false): HomeStep => ({ name, to: [], isDone });
const shown = (steps: HomeStep[], needs = 0) => {
  const found = arrangeSteps({ steps, isHidden: false }, needs) ?? expect.fail("nothing is shown");
  return {
    ...found,
    next: found.next.map(({ name }) => name),
    folded: found.folded.map(({ name }) => name),
  };
};
const NAMES = ["listen", "visibility", "invite", "call", "label"] as const;

test("the next three things to do are shown, later ones and done ones are folded", () => {
  expect(shown(NAMES.map((name) => step(name, name === "visibility")))).toEqual({
    next: ["listen", "invite", "call"],
    folded: ["label", "visibility"],
    isPrimary: true,
    isNew: true,
  });
  expect(shown(NAMES.map((name) => step(name, name !== "label")))).toMatchObject({
    next: ["label"],
    folded: ["listen", "visibility", "invite", "call"],
    isNew: false,
  });
});

test("a step waits behind what needs the person", () => {
  expect(shown([step("call")], 1).isPrimary).toBe(false);
});

test("steps that are done or put away take no place", () => {
  expect(arrangeSteps(null, 0)).toBeNull();
  expect(arrangeSteps({ steps: [step("call")], isHidden: true }, 0)).toBeNull();
});

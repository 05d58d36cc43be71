import type { HomeStep, HomeSteps } from "#app/core/pages/home-views.ts";

/** So many can be taken in at a glance. */
const MOST = 3;

export type FirstSteps = {
  /** Shown as buttons, the first thing to do first. */
  next: HomeStep[];
  /** What comes later, and what was done. */
  folded: HomeStep[];
  /** Nothing else on the page is more urgent than the first of them. */
  isPrimary: boolean;
  /** Without a call of their own, the steps are what the page has to say. */
  isNew: boolean;
};

/**
 * How the first steps of a person show, null where they are all done or put away.
 * @param needs how many things need the person
 */
export function arrangeSteps(found: HomeSteps | null, needs: number): FirstSteps | null {
  if (found === null || found.isHidden) return null;
  const { steps } = found;
  const open = steps.filter(({ isDone }) => !isDone);
  return {
    next: open.slice(0, MOST),
    folded: [...open.slice(MOST), ...steps.filter(({ isDone }) => isDone)],
    isPrimary: needs === 0,
    isNew: open.some(({ name }) => name === "call"),
  };
}

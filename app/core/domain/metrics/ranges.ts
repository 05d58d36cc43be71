import { rangesOf } from "#app/core/platform/ranges.ts";
import type { RangeMs } from "../views.ts";

export const { unionOf, intersectionOf, cutOut, lengthOf, totalOf, longestOf } = rangesOf<RangeMs>({
  from: ({ t0Ms }) => t0Ms,
  to: ({ t1Ms }) => t1Ms,
  make: (t0Ms, t1Ms) => ({ t0Ms, t1Ms }),
});

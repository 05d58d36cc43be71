import * as z from "zod";
import { HOME_METRICS, type HomePreferences } from "./home-preferences.ts";

const metric = z.enum(HOME_METRICS);
/** As many calls as are remembered; older ones are past asking anyway. */
export const MOST_LEFT = 200;

export const homePreferencesSchema = z.object({
  metrics: z
    .array(metric)
    .refine((keys) => keys.length === 3 && new Set(keys).size === 3)
    .catch(["talk_ratio", "patience", "answered_questions"]),
  left: z.array(z.uuid()).max(MOST_LEFT).catch([]),
  hidesSteps: z.boolean().catch(false),
}) satisfies z.ZodType<HomePreferences>;

/** Which three numbers. */
export const homeMetricsForm = z.object({ first: metric, second: metric, third: metric });

export const stepsForm = z.object({ hides: z.enum(["yes", "no"]) });

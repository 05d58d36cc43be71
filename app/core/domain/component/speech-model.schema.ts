import * as z from "zod";

const name = z.string().max(100);
export const modelInstallForm = z.object({ intent: z.literal("model_install"), name });
export const modelCancelForm = z.object({ intent: z.literal("model_cancel"), name });
export const modelRemoveForm = z.object({ intent: z.literal("model_remove"), name });
export const modelPreferForm = z.object({ intent: z.literal("model_prefer"), name });
export const recognisePastForm = z.object({ intent: z.literal("recognise_past") });
/** The voice that says it knows plain English only. */
export const speechTryForm = z.object({
  intent: z.literal("speech_try"),
  sentence: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^[A-Za-z0-9 ,.?!'’-]+$/, { message: "plain_english" }),
});

import * as z from "zod";
import { DEFAULT_SETTINGS, type PlayerSettings, STEP_KINDS } from "./player-settings.ts";

const fields = {
  rate: z.number().min(0.5).max(3).multipleOf(0.25),
  volume: z.number().min(0).max(1),
  isMuted: z.boolean(),
  isSkipping: z.boolean(),
  silenceMs: z.int().min(500).max(10_000),
  hasKeys: z.boolean(),
  hidden: z.array(z.string().min(1).max(40)).max(30),
  stepKind: z.enum([...STEP_KINDS, "any"]),
};

/** What a page sends to be kept. */
export const playerSettingsForm = z.object(fields) satisfies z.ZodType<PlayerSettings>;

const kept = z
  .object({
    rate: fields.rate.catch(DEFAULT_SETTINGS.rate),
    volume: fields.volume.catch(DEFAULT_SETTINGS.volume),
    isMuted: fields.isMuted.catch(DEFAULT_SETTINGS.isMuted),
    isSkipping: fields.isSkipping.catch(DEFAULT_SETTINGS.isSkipping),
    silenceMs: fields.silenceMs.catch(DEFAULT_SETTINGS.silenceMs),
    hasKeys: fields.hasKeys.catch(DEFAULT_SETTINGS.hasKeys),
    hidden: fields.hidden.catch(DEFAULT_SETTINGS.hidden),
    stepKind: fields.stepKind.catch(DEFAULT_SETTINGS.stepKind),
  })
  .catch(DEFAULT_SETTINGS);
const preferences = z.object({ player: kept }).catch({ player: DEFAULT_SETTINGS });

/** Settings out of a member's stored preferences; whatever is missing, broken or out of range falls back. */
export const readPlayerSettings = (stored: unknown): PlayerSettings =>
  preferences.parse(stored).player;

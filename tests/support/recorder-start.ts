import { randomUUID } from "node:crypto";
import type {
  FinishRecorder,
  RecorderConsent,
  StartRecorder,
} from "#app/core/domain/live/browser-recorder.schema.ts";
import { finishRecorder, startRecorder } from "#app/core/domain/live/browser-recorder.server.ts";
import { consentHash } from "#app/core/domain/live/consent-text.server.ts";
import type { SignedIn } from "./factories.ts";

/** What may be agreed to, as if in two languages. */
export const SENTENCES = {
  everyone: ["Everyone agreed.", "全員が同意した"],
  self: ["I record only myself.", "自分だけを録音する"],
} as const;
export const TAB = "a-tab-of-ours";
const PAGE = { zone: null, sentences: (consent: RecorderConsent) => SENTENCES[consent] };

/** A recording of microphone and tab, of one customer, but for what is said otherwise. */
export const recorderInput = (more: Partial<StartRecorder> = {}): StartRecorder => ({
  ...{ consent: "everyone", tab: "one", who: "Haruki Okabe", title: "Okabe Foods, second call" },
  ...{ company: "Okabe Foods", dealId: undefined, language: "en", visibility: "team" },
  ...{ voice: "own", consentHash: consentHash(SENTENCES[more.consent ?? "everyone"][0]) },
  ...{ deviceId: randomUUID(), deviceName: "Chrome, Windows", tabId: TAB },
  ...more,
});

/** Begins a recording as its page does. */
export const beginRecording = (actor: SignedIn, more: Partial<StartRecorder> = {}) =>
  startRecorder(actor, recorderInput(more), PAGE);

/** Ends it as its page does. */
export const endRecording = (
  actor: SignedIn,
  given: Pick<FinishRecorder, "recordingId"> & Partial<FinishRecorder>,
) => finishRecorder(actor, { isPartial: "false", why: "stopped", ...given });

import type { RecorderConsent } from "#app/core/domain/live/browser-recorder.schema.ts";
import { textsOf } from "./consent-text.server.ts";
import type { Language } from "#app/i18n/languages.ts";
import { LANGUAGES } from "#app/i18n/languages.ts";

/** The sentence that a member agrees to before a recording, as its page shows it. */
export const recorderSentence = (language: Language, consent: RecorderConsent): string =>
  textsOf(language).t(`recorder:consent.${consent}`);

/** The same in every language: which one was shown is known by its hash alone. */
export const recorderSentences = (consent: RecorderConsent): string[] =>
  LANGUAGES.map((language) => recorderSentence(language, consent));

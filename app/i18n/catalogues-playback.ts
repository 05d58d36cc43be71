import { addTexts } from "./add-texts.ts";
import enCall from "./en/call.json" with { type: "json" };
import enPlayback from "./en/playback.json" with { type: "json" };
import enTranscript from "./en/transcript.json" with { type: "json" };

/** Texts of a call's page: tabs, controls, find, links, the words and what is known of the call. That page brings them along. */
export const EN_PLAYBACK = { call: enCall, playback: enPlayback, transcript: enTranscript };

addTexts(EN_PLAYBACK);

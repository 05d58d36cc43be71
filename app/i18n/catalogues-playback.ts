import { addTexts } from "./add-texts.ts";
import enPlayback from "./en/playback.json" with { type: "json" };

/** Texts of the frame of a call's page: tabs, controls, find, links. That page brings them along. */
export const EN_PLAYBACK = { playback: enPlayback };

addTexts(EN_PLAYBACK);

import { addTexts } from "./add-texts.ts";
import enLobby from "./en/lobby.json" with { type: "json" };

/** Texts of those who are in a call, or at its door: the pages of calls bring them along. */
export const EN_LOBBY = { lobby: enLobby };

addTexts(EN_LOBBY);

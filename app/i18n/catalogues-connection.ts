import { addTexts } from "./add-texts.ts";
import enConnection from "./en/connection.json" with { type: "json" };

/** Texts of connections to other systems: their settings bring them along. */
export const EN_CONNECTION = { connection: enConnection };

addTexts(EN_CONNECTION);

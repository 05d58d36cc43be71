import enEmbed from "./en/embed.json" with { type: "json" };

/** Texts of the player on other sites: the server alone writes them. */
export const EN_EMBED = { embed: enEmbed };

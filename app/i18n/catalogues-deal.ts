import { addTexts } from "./add-texts.ts";
import enDeal from "./en/deal.json" with { type: "json" };

/** Deals: come with the choice of one, when it is opened, and with their settings. */
export const EN_DEAL = { deal: enDeal };

addTexts(EN_DEAL);

import enCommon from "./en/common.json" with { type: "json" };
import enErrors from "./en/errors.json" with { type: "json" };
import enForms from "./en/forms.json" with { type: "json" };
import enPlayer from "./en/player.json" with { type: "json" };
import enShell from "./en/shell.json" with { type: "json" };
import enStages from "./en/stages.json" with { type: "json" };
import enSummary from "./en/summary.json" with { type: "json" };

/** Texts that any page may need, so that every page brings them. */
export const EN_EVERY_PAGE = {
  common: enCommon,
  errors: enErrors,
  forms: enForms,
  player: enPlayer,
  shell: enShell,
  stages: enStages,
  summary: enSummary,
};

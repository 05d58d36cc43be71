import { useTranslation } from "#app/i18n/translation.tsx";
import type { SharedView } from "./view-sharing.tsx";

/** What a view says of those who open it beside the reader; null where there is nothing to say. */
export function useSharedText(): (view: SharedView) => string | null {
  const { t } = useTranslation("view");
  return ({ team, isOwn, owner }) => {
    if (team === null) return isOwn ? null : t("sharedBy", { name: owner });
    return isOwn
      ? t("sharedWith", { team: team.name })
      : t("sharedByWith", { name: owner, team: team.name });
  };
}

import type { RecordingsQuery } from "#app/core/pages/recordings-filters.ts";
import type { Choices } from "#app/core/pages/recordings-views.ts";
import { FILTER_KEYS, filterOf, readKey } from "#app/core/pages/recordings-filters.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { DeletedView } from "#app/ui/components/layout/deleted-view.tsx";
import { useSaved } from "#app/ui/components/form/saved.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { nameOf, useValueText } from "./filter-chips.tsx";

const SAID = [
  "save_view",
  "update_view",
  "change_view",
  "restore_view",
  "default_view",
  "follow_view",
] as const;

type Props = { query: RecordingsQuery; choices: Choices; goneView: string | null };

/** What became of a view, and what it asks for that is not there any more. Works without script. */
export function ViewNote({ query, choices, goneView }: Props) {
  const { t } = useTranslation("view");
  const deleted = useSaved("delete_view")?.facts;
  const gone = useGone(query, choices);
  return (
    <>
      {deleted === undefined ? (
        <SavedLine />
      ) : (
        <DeletedView facts={deleted} action={paths.recordings()} />
      )}
      {goneView === null ? null : <Banner>{t("gone", { name: goneView })}</Banner>}
      {gone.length === 0 ? null : <Banner>{t("goneFilter", { what: gone.join(", ") })}</Banner>}
    </>
  );
}

function SavedLine() {
  const { t } = useTranslation("view");
  const said = [
    useSaved(SAID[0]),
    useSaved(SAID[1]),
    useSaved(SAID[2]),
    useSaved(SAID[3]),
    useSaved(SAID[4]),
    useSaved(SAID[5]),
  ];
  const at = said.findIndex((saved) => saved !== null);
  const saved = said[at];
  const intent = SAID[at];
  const name = saved?.facts["name"];
  const text =
    saved === null || saved === undefined || intent === undefined
      ? null
      : intent === "default_view" && name === ""
        ? t("said.default_none")
        : intent === "follow_view"
          ? t(`said.follow_${saved.facts["pace"] ?? "off"}`, { name, defaultValue: "" })
          : t(`said.${intent}`, { name });
  return (
    <p role="status" className="text-sm text-ink-muted empty:hidden">
      {text}
    </p>
  );
}

/** Names of what is asked for and deleted, each with what it was: "Label “Pricing”". */
function useGone({ filters }: RecordingsQuery, choices: Choices): string[] {
  const { t } = useTranslation("search");
  const { t: view } = useTranslation("view");
  const valueOf = useValueText(choices);
  const listed = Object.values(choices.lists).flat();
  const named = new Map(choices.named.map((one) => [one.id, one]));
  return FILTER_KEYS.flatMap((key) => {
    const { name } = readKey(key);
    const { list, words } = filterOf(name);
    if (list === undefined || words !== undefined) return [];
    return (filters[key] ?? []).flatMap((id) => {
      if (listed.some((one) => one.id === id) || named.get(id)?.isGone === false) return [];
      const text = named.get(id)?.name ?? valueOf(name, id);
      return [view("goneValue", { kind: nameOf(t, name), name: text })];
    });
  });
}

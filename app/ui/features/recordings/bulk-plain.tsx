import type { RecordingsQuery } from "#app/core/pages/recordings-filters.ts";
import type { Choices } from "#app/core/pages/recordings-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Checkbox } from "#app/ui/components/primitive/checkbox.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { listSearch, listUrl } from "./list-url.ts";
import { SELECTION_FORM } from "./selection.tsx";

type Props = { query: RecordingsQuery; choices: Choices; hasNext: boolean };

/** The same for the ticked rows where there is no script: one form with a button for each. */
export function BulkPlain({ query, choices, hasNext }: Props) {
  const { t } = useTranslation("bulk");
  const { t: trash } = useTranslation("trash");
  const isDeleted = query.show === "deleted";
  const labels = choices.lists.label;
  const press = (intent: string, text: string) => (
    <Button type="submit" size="small" name="intent" value={intent}>
      {text}
    </Button>
  );
  return (
    <form
      id={SELECTION_FORM}
      method="post"
      action={listUrl(query, { after: query.after })}
      className="flex flex-wrap items-center gap-2 rounded-panel border border-line p-3 text-sm"
    >
      <b className="font-strong">{t("bar.name")}</b>
      {hasNext || query.after !== null ? (
        <label className="inline-flex items-center">
          <Checkbox name="all" value="on" />
          {t("select.everything")}
        </label>
      ) : null}
      {isDeleted ? (
        press("bulk_restore", t("bar.restore"))
      ) : (
        <>
          {labels.length === 0 ? null : (
            <>
              <Select
                name="name"
                size="small"
                width="hug"
                aria-label={t("label.choose")}
                options={labels.map(({ name }) => ({ value: name, label: name }))}
              />
              {press("bulk_give_new_label", t("label.give"))}
            </>
          )}
          <Select
            name="visibility"
            size="small"
            width="hug"
            aria-label={t("bar.access")}
            options={(["private", "team", "workspace"] as const).map((value) => ({
              value,
              label: t(`access.${value}`),
            }))}
          />
          {press("bulk_access", t("access.submit"))}
          <label className="inline-flex items-center">
            <Checkbox name="withClips" value="on" defaultChecked />
            {trash("clipsOfAny")}
          </label>
          {press("bulk_delete", t("bar.delete"))}
        </>
      )}
      <Button type="submit" size="small" formAction={paths.recordingsCsv(listSearch(query))}>
        {t("bar.csv")}
      </Button>
    </form>
  );
}

import { useFetcher } from "@remix-run/react";
import type { SummaryEditView } from "#app/core/domain/summary/summary-views.ts";
import type { PlaybackSummary } from "#app/core/pages/playback-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Evidence } from "./evidence.tsx";
import { Output } from "./output.tsx";
import { Line, Lines, Note } from "./parts.tsx";
import { valueText } from "./value-text.ts";

type Props = {
  edit: SummaryEditView;
  /** Of its section. */
  title: string;
  summary: PlaybackSummary;
  hrefAt: (ms: number) => string;
  nameOf: (participantId: string) => string | null;
  editOf: unknown;
};

/** What a person made of a section, with the places it came from; a later run's value is offered beside it. */
export function EditedSection({ edit, title, summary, hrefAt, nameOf, editOf }: Props) {
  const { t } = useTranslation("summary");
  const { t: own } = useTranslation("panels");
  const format = useFormat();
  const outputs = summary.outputs.filter(({ section }) => section === edit.section);
  return (
    <>
      <Lines>
        {edit.items.map(({ type, value, evidence }, at) => {
          const owner = "owner" in value && value.owner !== null ? nameOf(value.owner) : null;
          const shown = owner === null ? value : { ...value, ownerName: owner };
          return (
            <Line key={`${type} ${at}`}>
              <p className="break-words">{valueText(t, format, shown)}</p>
              <span className="flex flex-wrap gap-1">
                {evidence.map(({ segment, t0Ms, speaker, side }) => (
                  <Evidence
                    key={`${segment} ${t0Ms}`}
                    at={t0Ms}
                    name={speaker}
                    side={side}
                    hrefAt={hrefAt}
                  />
                ))}
              </span>
            </Line>
          );
        })}
      </Lines>
      {edit.items.length === 0 ? <Note>{t("why.not_discussed")}</Note> : null}
      <p className="text-xs text-ink-muted">
        {own("summary.editedBy", { name: edit.by, date: format.date(edit.at) })}
      </p>
      {edit.hasNew ? (
        <div
          className="mt-1 rounded-mark border-l-2 border-line-strong pl-2.5"
          role="group"
          aria-label={own("summary.newValueOf", { section: title })}
        >
          <p className="text-xs font-medium">{own("summary.newValue")}</p>
          <Lines>
            {outputs
              .filter(({ certainty }) => certainty !== "not_discussed")
              .map((output) => (
                <Output key={output.id} output={output} hrefAt={hrefAt} />
              ))}
          </Lines>
          {outputs.every(({ certainty }) => certainty === "not_discussed") ? (
            <Note>{t("why.not_discussed")}</Note>
          ) : null}
          {editOf === null ? null : <Decide edit={edit} templateId={summary.template?.id ?? 0} />}
        </div>
      ) : null}
    </>
  );
}

function Decide({ edit, templateId }: { edit: SummaryEditView; templateId: number }) {
  const { t } = useTranslation("panels");
  const { Form, state } = useFetcher();
  return (
    <Form method="post" className="flex flex-wrap gap-2 py-1">
      <input type="hidden" name="templateId" value={templateId} />
      <input type="hidden" name="section" value={edit.section} />
      <input type="hidden" name="version" value={edit.version} />
      <Button
        type="submit"
        size="small"
        name="intent"
        value="take_new_summary"
        busy={state !== "idle" && t("summary.working")}
      >
        {t("summary.useNew")}
      </Button>
      <Button type="submit" size="small" tone="quiet" name="intent" value="keep_my_summary">
        {t("summary.keepMine")}
      </Button>
    </Form>
  );
}

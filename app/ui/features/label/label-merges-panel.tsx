import { Form } from "@remix-run/react";
import { ofLabel } from "#app/core/domain/label/label.schema.ts";
import type { MergeLine } from "#app/core/domain/label/label-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { RowButton } from "#app/ui/components/form/row-button.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Dot } from "#app/ui/components/primitive/tag.tsx";
import { useRowForm } from "#app/ui/features/forms/use-row-form.ts";

/** Merges of the last 30 days, each with its way back. */
export function MergesPanel({ merges, answer }: { merges: MergeLine[]; answer: unknown }) {
  const { t } = useTranslation("label");
  return (
    <Panel title={t("merges")}>
      <ul className="grid gap-1">
        {merges.map((merge) => (
          <MergeItem key={merge.id} merge={merge} answer={answer} />
        ))}
      </ul>
    </Panel>
  );
}

function MergeItem({
  merge: { id, name, colour, into, mergedAt },
  answer,
}: {
  merge: MergeLine;
  answer: unknown;
}) {
  const { t } = useTranslation("label");
  const form = useRowForm(ofLabel, {
    row: { id },
    field: "labelId",
    intents: ["unmerge_label"],
    answer,
  });
  const isTaken = form.refusal?.error?.["name"] != null;
  return (
    <li className="grid gap-1">
      <ErrorSummary
        form={isTaken ? { ...form, errors: form.refusal?.error?.["name"] ?? [] } : form}
        labels={{}}
      />
      <Form
        method="post"
        {...form.props}
        className="flex min-h-8 flex-wrap items-center gap-2 text-sm"
      >
        <input type="hidden" name="labelId" value={id} />
        <Dot colour={colour} />
        <bdi>{t("mergedInto", { name, into })}</bdi>
        <span className="text-xs text-ink-muted">
          <Moment iso={mergedAt} />
        </span>
        <RowButton intent="unmerge_label" label={t("undoOf", { name })}>
          {t("undo")}
        </RowButton>
      </Form>
    </li>
  );
}

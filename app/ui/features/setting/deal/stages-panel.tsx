import { Form } from "@remix-run/react";
import { ArrowDown, ArrowUp } from "lucide-react";
import { changeStageForm, STAGE_KINDS, stageForm } from "#app/core/domain/deal/stage.schema.ts";
import type { StageLine } from "#app/core/domain/deal/deal-list-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import type { FormField } from "#app/ui/components/form/field-frame.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { RowButton } from "#app/ui/components/form/row-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useEmptyAfter } from "#app/ui/components/form/saved.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { OpenableTable } from "#app/ui/components/primitive/openable-table.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { Cell, NameCell, Row } from "#app/ui/components/primitive/table.tsx";
import { EditCell } from "#app/ui/features/forms/edit-cell.tsx";
import { EditForm } from "#app/ui/features/forms/edit-form.tsx";
import { NewForm } from "#app/ui/features/forms/new-form.tsx";
import { useRowForm } from "#app/ui/features/forms/use-row-form.ts";

type Props = { stages: StageLine[]; open: string | null; answer: unknown };

/** The stages of deals that are entered here, in their order; those in the archive below. */
export function StagesPanel({ stages, open, answer }: Props) {
  const { t } = useTranslation("deal");
  const { t: setting } = useTranslation("setting");
  const emptied = useEmptyAfter("make_stage", "make-stage");
  const inUse = stages.filter(({ isArchived }) => !isArchived);
  const archived = stages.filter(({ isArchived }) => isArchived);
  return (
    <Panel title={t("stages.title")}>
      <div className="grid gap-4">
        {inUse.length === 0 ? (
          <UsualStages />
        ) : (
          <OpenableTable
            caption={t("stages.title")}
            columns={[t("stages.name"), t("stages.kind"), t("stages.deals"), null, null]}
            rows={inUse}
            opened={{
              id: open,
              label: setting("edit"),
              form: (stage) => <StageForm stage={stage} answer={answer} />,
            }}
          >
            {(stage) => (
              <Row>
                <NameCell>{stage.name}</NameCell>
                <Cell>{t(`stageKind.${stage.kind}`)}</Cell>
                <Cell label={t("stages.deals")}>{stage.deals}</Cell>
                <Cell>
                  <span className="flex justify-end">
                    <MoveStage stage={stage} way="up" isEnd={stage === inUse[0]} />
                    <MoveStage stage={stage} way="down" isEnd={stage === inUse.at(-1)} />
                  </span>
                </Cell>
                <EditCell row={stage} to={paths.editOfDeals(stage.id)} saved="change_stage" />
              </Row>
            )}
          </OpenableTable>
        )}
        <NewStage key={emptied} answer={answer} />
        {archived.length === 0 ? null : (
          <section>
            <h3 className="text-xs font-strong text-ink-muted">{t("stages.archived")}</h3>
            <ul className="divide-y divide-line text-sm">
              {archived.map((stage) => (
                <li key={stage.id} className="flex flex-wrap items-center gap-2 py-1.5">
                  <bdi className="min-w-0 flex-1 wrap-anywhere">{stage.name}</bdi>
                  <Form method="post">
                    <input type="hidden" name="stageId" value={stage.id} />
                    <RowButton
                      intent="restore_stage"
                      label={t("stages.restoreOf", { name: stage.name })}
                      tone="quiet"
                    >
                      {t("stages.restore")}
                    </RowButton>
                  </Form>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Panel>
  );
}

function UsualStages() {
  const { t } = useTranslation("deal");
  return (
    <Form method="post" className="grid max-w-prose gap-2 text-sm">
      <p>{t("stages.none")}</p>
      <p className="text-ink-muted">
        {t("stages.usual.open")}, {t("stages.usual.won")}, {t("stages.usual.lost")}
      </p>
      <input type="hidden" name="open" value={t("stages.usual.open")} />
      <input type="hidden" name="won" value={t("stages.usual.won")} />
      <input type="hidden" name="lost" value={t("stages.usual.lost")} />
      <div>
        <FormButton name="intent" value="make_usual_stages">
          {t("stages.usual.use")}
        </FormButton>
      </div>
    </Form>
  );
}

function MoveStage({
  stage: { id, name },
  way,
  isEnd,
}: {
  stage: StageLine;
  way: "up" | "down";
  isEnd: boolean;
}) {
  const { t } = useTranslation("deal");
  const readOnly = useReadOnly();
  return (
    <Form method="post" className="inline-flex">
      <input type="hidden" name="stageId" value={id} />
      <input type="hidden" name="way" value={way} />
      <IconButton
        type="submit"
        name="intent"
        value="move_stage"
        size="small"
        icon={way === "up" ? ArrowUp : ArrowDown}
        label={t(`stages.${way}`, { name })}
        disabledReason={isEnd ? t(`stages.end.${way}`) : readOnly}
      />
    </Form>
  );
}

function NewStage({ answer }: { answer: unknown }) {
  const { t } = useTranslation("deal");
  const form = useParleyForm(stageForm, {
    id: "make-stage",
    refusal: refusalOf(answer, "make_stage", "restore_stage"),
    defaultValue: { kind: "open" },
  });
  return (
    <NewForm
      form={form}
      labels={{ name: t("stages.name"), kind: t("stages.kind") }}
      intent="make_stage"
      submit={t("stages.add")}
    >
      <StageFields fields={form.fields} />
    </NewForm>
  );
}

function StageForm({ stage, answer }: { stage: StageLine; answer: unknown }) {
  const { t } = useTranslation("deal");
  const form = useRowForm(changeStageForm, {
    row: stage,
    field: "stageId",
    intents: ["change_stage", "archive_stage"],
    answer,
    defaultValue: { name: stage.name, kind: stage.kind },
  });
  return (
    <EditForm
      form={form}
      row={stage}
      field="stageId"
      values={[
        { name: "name", label: t("stages.name"), value: stage.name, shown: stage.name },
        {
          name: "kind",
          label: t("stages.kind"),
          value: stage.kind,
          shown: t(`stageKind.${stage.kind}`),
        },
      ]}
      save={{ intent: "change_stage", tone: "plain" }}
      other={{
        intent: "archive_stage",
        tone: "plain",
        text: t("stages.archive"),
        label: t("stages.archiveOf", { name: stage.name }),
      }}
      closeTo={paths.settingDeals()}
      note={t("stages.archiveNote")}
    >
      <StageFields fields={form.fields} />
    </EditForm>
  );
}

function StageFields({ fields }: { fields: Record<"name" | "kind", FormField> }) {
  const { t } = useTranslation("deal");
  return (
    <div className="grid gap-4 desk:grid-cols-2">
      <TextField field={fields.name} label={t("stages.name")} maxLength={120} />
      <SelectField
        field={fields.kind}
        label={t("stages.kind")}
        options={STAGE_KINDS.map((value) => ({ value, label: t(`stageKind.${value}`) }))}
      />
    </div>
  );
}

import { Form } from "@remix-run/react";
import { MADE_KINDS } from "#app/core/domain/views.ts";
import { renameForm, rulesForm } from "#app/core/domain/template/template-forms.schema.ts";
import type { TemplatePageView } from "#app/core/pages/template.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { NowValues } from "#app/ui/features/forms/now-values.tsx";
import { CheckList } from "./check-list.tsx";
import { Unsaved } from "./unsaved.tsx";

type ListName = "kinds" | "labelIds" | "teamIds" | "stageIds";
type Props = TemplatePageView & { answer: unknown };

/** Which calls get the template: its language, and kinds, labels, teams and stages of deals. */
export function RulesForm({ template, choices, stamps, answer }: Props) {
  const { t } = useTranslation("template");
  const { t: rule } = useTranslation("rule");
  const { language, appliesTo } = template.content;
  const refusal = refusalOf(answer, "change_rules");
  const form = useParleyForm(rulesForm, {
    id: "rules",
    version: stamps.rules,
    refusal,
    defaultValue: { language },
  });
  const named = (list: readonly { id: string; name: string }[], ids: readonly string[]) =>
    list
      .filter(({ id }) => ids.includes(id))
      .map(({ name }) => name)
      .join(", ");
  const kinds = MADE_KINDS.map((id) => ({ id, name: rule(`kind.${id}`) }));
  const list = (name: ListName, label: string, all: readonly { id: string; name: string }[]) => ({
    ...{ name, label },
    value: appliesTo[name].length === 1 ? (appliesTo[name][0] ?? "") : appliesTo[name].join(),
    shown: named(all, appliesTo[name]),
  });
  const sent = (name: ListName): readonly string[] =>
    refusal === undefined ? appliesTo[name] : listOf(refusal.initialValue?.[name]);
  return (
    <Panel title={t("tab.rules")}>
      <Unsaved intent="change_rules" isRefused={refusal !== undefined}>
        <Form method="post" {...form.props} className="grid gap-4">
          <ErrorSummary form={form} labels={{ language: t("languageOf") }} />
          <NowValues
            result={refusal}
            values={[
              {
                name: "language",
                label: t("languageOf"),
                value: language,
                shown: t(`language.${language}`),
              },
              list("kinds", t("rules.kinds"), kinds),
              list("labelIds", t("rules.labels"), choices.labels),
              list("teamIds", t("rules.teams"), choices.teams),
              list("stageIds", t("rules.stages"), choices.stages),
            ]}
          />
          <input type="hidden" name="version" value={stamps.rules} />
          <p className="max-w-prose text-sm text-ink-muted">{t("rules.note")}</p>
          <div className="max-w-60">
            <SelectField
              field={form.fields.language}
              label={t("languageOf")}
              options={(["en", "ja"] as const).map((value) => ({
                value,
                label: t(`language.${value}`),
              }))}
            />
          </div>
          <div className="grid gap-4 sm:grid-cols-2 desk:grid-cols-4">
            <CheckList
              legend={t("rules.kinds")}
              name="kinds"
              options={kinds}
              chosen={sent("kinds")}
              empty=""
            />
            <CheckList
              legend={t("rules.labels")}
              name="labelIds"
              options={choices.labels}
              chosen={sent("labelIds")}
              empty={t("rules.noLabels")}
            />
            <CheckList
              legend={t("rules.teams")}
              name="teamIds"
              options={choices.teams}
              chosen={sent("teamIds")}
              empty={t("rules.noTeams")}
            />
            <CheckList
              legend={t("rules.stages")}
              name="stageIds"
              options={choices.stages}
              chosen={sent("stageIds")}
              empty={t("rules.noStages")}
            />
          </div>
          <div className="flex flex-wrap items-center gap-3">
            <FormButton name="intent" value="change_rules">
              {t("rules.save")}
            </FormButton>
            <SavedNote intent="change_rules" />
          </div>
        </Form>
      </Unsaved>
    </Panel>
  );
}

const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");

/** The name is not part of a version: it changes at once. */
export function RenameForm({ template: { name }, stamps, answer }: Props) {
  const { t } = useTranslation("template");
  const form = useParleyForm(renameForm, {
    id: "rename",
    version: stamps.name,
    refusal: refusalOf(answer, "rename"),
    defaultValue: { name },
  });
  return (
    <Panel title={t("name")}>
      <Form method="post" {...form.props} className="grid gap-3">
        <ErrorSummary form={form} labels={{ name: t("name") }} />
        <NowValues
          result={form.refusal}
          values={[{ name: "name", label: t("name"), value: name, shown: name }]}
        />
        <input type="hidden" name="version" value={stamps.name} />
        <div className="max-w-md">
          <TextField field={form.fields.name} label={t("name")} maxLength={80} />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <FormButton tone="plain" name="intent" value="rename">
            {t("rename")}
          </FormButton>
          <SavedNote intent="rename" />
        </div>
      </Form>
    </Panel>
  );
}

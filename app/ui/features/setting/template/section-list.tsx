import { Form, useFetcher, useNavigation, useSubmit } from "@remix-run/react";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { BenchView } from "#app/core/domain/analysis/bench-views.ts";
import { LIMITS } from "#app/core/domain/limits.ts";
import { OUTPUT_TYPES } from "#app/core/domain/summary/output.ts";
import type { Section } from "#app/core/domain/template/template.schema.ts";
import { newSectionForm } from "#app/core/domain/template/template-forms.schema.ts";
import type { TemplateDiff } from "#app/core/domain/template/diff.ts";
import { TRY_FETCHER } from "#app/core/pages/template-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useEmptyAfter } from "#app/ui/components/form/saved.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { GripSlot, LateSorting } from "#app/ui/components/primitive/late-sorting.tsx";
import { Link } from "#app/ui/components/primitive/link.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { placedAt } from "./placed-at.ts";

type Props = {
  templateId: number;
  sections: readonly Section[];
  current: string | null;
  changes: TemplateDiff | null;
  canChange: boolean;
  answer: unknown;
};

/** The sections in their order; the one that is open beside them, and a form for one more. */
export function SectionList(props: Props) {
  const { sections, canChange, answer } = props;
  const { t } = useTranslation("template");
  const emptied = useEmptyAfter("add_section", "add-section");
  const submit = useSubmit();
  const shown = useMoved(sections);
  const move = (key: string, to: number) =>
    submit(
      {
        ...{ intent: "move_section", key },
        by: String(to - shown.findIndex((one) => one.key === key)),
      },
      { method: "post", preventScrollReset: true, flushSync: true },
    );
  return (
    <div className="grid content-start gap-4">
      <Panel
        title={t("sectionsCount", { count: sections.length })}
        aside={<Answered />}
        inside="flush"
      >
        {sections.length === 0 ? (
          <p className="px-4 pb-4 text-sm text-ink-muted">{t("noSectionsWhy")}</p>
        ) : (
          // On a phone the form stands under it and must not be far.
          <ol className="divide-y divide-line border-t border-line max-desk:max-h-80 max-desk:overflow-y-auto">
            {shown.map((section, at) => (
              <SectionLine
                key={section.key}
                section={section}
                isFirst={at === 0}
                isLast={at === shown.length - 1}
                {...props}
              />
            ))}
          </ol>
        )}
      </Panel>
      {canChange && sections.length > 1 ? (
        <LateSorting
          items={shown.map(({ key, title }) => ({ id: key, name: title }))}
          onMove={move}
        />
      ) : null}
      {!canChange ? null : sections.length >= LIMITS.templateSections ? (
        <p className="text-sm text-ink-muted">{t("sectionFull", { n: LIMITS.templateSections })}</p>
      ) : (
        <Panel title={t("addTitle")}>
          <NewSection key={emptied} answer={answer} />
        </Panel>
      )}
    </div>
  );
}

/** Their order as it will be: a row that was dropped stays where it is while the server is told. */
function useMoved(sections: readonly Section[]): readonly Section[] {
  const { formData } = useNavigation();
  if (formData?.get("intent") !== "move_section") return sections;
  const at = sections.findIndex(({ key }) => key === formData.get("key"));
  return placedAt(sections, at, at + Number(formData.get("by")));
}

/** What the test bench found, once it ran. */
const useTried = (): BenchView | undefined =>
  useFetcher<{ bench?: BenchView }>({ key: TRY_FETCHER }).data?.bench;

function Answered() {
  const { t } = useTranslation("template");
  return useTried() === undefined ? null : t("answered");
}

type LineProps = Props & { section: Section; isFirst: boolean; isLast: boolean };

function SectionLine(props: LineProps) {
  const { templateId, section, current, changes, canChange, isFirst, isLast } = props;
  const { t } = useTranslation("template");
  const { key, title, type } = section;
  const tried = useTried()?.bySection.find((one) => one.key === key);
  const isOpen = key === current;
  return (
    <li
      data-sort-row={key}
      className={`sorted-row flex items-center gap-1 px-2 py-1.5 ${isOpen ? "bg-surface-chosen" : ""}`}
    >
      {canChange ? <GripSlot id={key} /> : null}
      <Link
        to={paths.template(templateId, { section: key })}
        preventScrollReset
        className="min-w-0 flex-1 rounded-control px-1 py-1 hover:bg-surface-hover"
        {...(isOpen ? { "aria-current": "true" } : {})}
      >
        <bdi className="block truncate text-sm font-medium">{title}</bdi>
        <span className="block text-xs text-ink-muted">
          {t(`type.${type}`)}
          <ChangeMark changes={changes} sectionKey={key} />
        </span>
      </Link>
      {tried === undefined ? null : (
        <span className="px-1 font-mono text-xs">
          {t("answeredOf", { n: tried.answered, of: tried.of })}
        </span>
      )}
      {canChange && isOpen ? (
        <span className="grid">
          <Step sectionKey={key} title={title} by={-1} isOff={isFirst} />
          <Step sectionKey={key} title={title} by={1} isOff={isLast} />
        </span>
      ) : null}
    </li>
  );
}

function ChangeMark({ changes, sectionKey }: { changes: TemplateDiff | null; sectionKey: string }) {
  const { t } = useTranslation("template");
  const kind = changes?.sections.find(({ key }) => key === sectionKey)?.kind;
  if (kind !== "added" && kind !== "changed") return null;
  return <b className="ml-1.5 font-medium text-ink-soft">{t(`mark.${kind}`)}</b>;
}

type StepProps = { sectionKey: string; title: string; by: -1 | 1; isOff: boolean };

function Step({ sectionKey, title, by, isOff }: StepProps) {
  const { t } = useTranslation("template");
  const readOnly = useReadOnly();
  if (isOff) return <span className="size-6" />;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="key" value={sectionKey} />
      <input type="hidden" name="by" value={by} />
      <IconButton
        type="submit"
        name="intent"
        value="move_section"
        size="small"
        icon={by < 0 ? ArrowUp : ArrowDown}
        label={t(by < 0 ? "sectionUp" : "sectionDown", { name: title })}
        disabledReason={readOnly}
      />
    </Form>
  );
}

function NewSection({ answer }: { answer: unknown }) {
  const { t } = useTranslation("template");
  const form = useParleyForm(newSectionForm, {
    id: "add-section",
    refusal: refusalOf(answer, "add_section"),
    defaultValue: { type: "bullets" },
  });
  return (
    <Form method="post" {...form.props} className="grid gap-3">
      <ErrorSummary form={form} labels={{ title: t("field.title"), type: t("answer") }} />
      <TextField field={form.fields.title} label={t("field.title")} maxLength={80} />
      <SelectField
        field={form.fields.type}
        label={t("answer")}
        options={OUTPUT_TYPES.map((type) => ({ value: type, label: t(`type.${type}`) }))}
      />
      <div>
        <FormButton tone="plain" name="intent" value="add_section">
          {t("addSection")}
        </FormButton>
      </div>
    </Form>
  );
}

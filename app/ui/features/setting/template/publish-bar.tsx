import { Form } from "@remix-run/react";
import { publishForm } from "#app/core/domain/template/template-forms.schema.ts";
import type { TemplatePageView } from "#app/core/pages/template.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useSaved } from "#app/ui/components/form/saved.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { countOf, DiffList } from "./diff-list.tsx";

type Props = TemplatePageView & { answer: unknown };

/** What is not published yet, what publishing does, and the note that it asks for. */
export function PublishBar({ template, stamps, answer }: Props) {
  const { t } = useTranslation("template");
  const { isDraft, isArchived, number, published, changes } = template;
  if (!isDraft)
    return (
      <Panel title={t("publish.title")}>
        <Done />
        {isArchived ? <p className="text-sm text-warn">{t("publish.archived")}</p> : null}
        <p className="text-sm text-ink-muted">{t("publish.clean")}</p>
      </Panel>
    );
  return (
    <section
      aria-label={t("publish.title")}
      data-sticky-foot
      className="-mx-3.5 flex flex-wrap items-end gap-x-5 gap-y-2 border-t border-line bg-surface px-3.5 py-2.5 desk:sticky desk:bottom-0 desk:z-20 desk:-mx-6 desk:-mb-8 desk:px-6"
    >
      <div className="grid min-w-0 flex-1 basis-72 content-start gap-1 py-1 text-sm">
        <Done />
        {isArchived ? <p className="text-warn">{t("publish.archived")}</p> : null}
        {published === null ? <p>{t("publish.first")}</p> : null}
        {changes === null ? null : (
          <details>
            <summary className="font-medium">
              {t("diff.count", { count: countOf(changes) })}
            </summary>
            <div className="mt-2 max-h-60 overflow-y-auto">
              <DiffList diff={changes} />
            </div>
          </details>
        )}
        <p className="text-ink-muted">{t("publish.effect", { n: number })}</p>
      </div>
      {published === null ? null : (
        <Form method="post" className="py-1">
          <FormButton tone="quiet" name="intent" value="discard">
            {t("publish.discard")}
          </FormButton>
        </Form>
      )}
      <PublishForm number={number} stamp={stamps.content} answer={answer} />
    </section>
  );
}

function Done() {
  const { t } = useTranslation("template");
  const published = useSaved("publish");
  const back = useSaved("roll_back");
  const text =
    published !== null
      ? t("publish.published", { n: published.facts["number"] })
      : back !== null
        ? t("publish.again", { from: back.facts["from"], n: back.facts["number"] })
        : null;
  return (
    <p role="status" className={text === null ? "sr-only" : "text-sm font-medium"}>
      {text}
    </p>
  );
}

type FormProps = { number: number; stamp: number; answer: unknown };

function PublishForm({ number: n, stamp, answer }: FormProps) {
  const { t } = useTranslation("template");
  const form = useParleyForm(publishForm, {
    id: "publish",
    refusal: refusalOf(answer, "publish"),
  });
  return (
    <Form method="post" {...form.props} className="grid min-w-0 grow basis-96 gap-2 desk:max-w-md">
      <ErrorSummary form={form} labels={{ note: t("publish.note") }} />
      <input type="hidden" name="version" value={stamp} />
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-40 flex-1">
          <TextField field={form.fields.note} label={t("publish.note")} maxLength={500} />
        </div>
        <FormButton name="intent" value="publish">
          {t("publish.submit", { n })}
        </FormButton>
      </div>
    </Form>
  );
}

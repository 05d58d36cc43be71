import type { RulePreview } from "#app/core/domain/label/label-views.ts";
import { formText } from "#app/i18n/form-text.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";

/** What a rule would find now, the newest calls by name. */
export function RulePreviewPanel({ preview }: { preview: RulePreview }) {
  const { t } = useTranslation("label");
  const { t: forms } = useTranslation("forms");
  const { fault, calls, isMore, newest } = preview;
  return (
    <section
      aria-label={t("previewTitle")}
      className="rounded-control border border-line px-3.5 py-2.5 text-sm"
    >
      <p role="status" className="font-medium">
        {fault !== null
          ? formText(forms, fault, { name: "rule", label: t("rule") })
          : calls === 0
            ? t("previewNone")
            : isMore
              ? t("previewMore", { n: calls })
              : t("previewCount", { count: calls })}
      </p>
      <p className="font-mono text-xs text-ink-muted wrap-anywhere">{preview.rule}</p>
      {newest.length === 0 ? null : (
        <ul className="mt-1.5 grid gap-1">
          {newest.map(({ callId, title, startedAt }) => (
            <li key={callId} className="flex flex-wrap items-baseline gap-x-2">
              <TextLink to={paths.playback(callId)}>
                <bdi>{title}</bdi>
              </TextLink>
              <span className="text-xs text-ink-muted">
                <Moment iso={startedAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

import type { BenchCall, BenchItem, BenchSection } from "#app/core/domain/analysis/bench-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { shownValue } from "./shown-value.ts";

/** What both versions answer on one call, side by side; sections with the same answer are closed. */
export function BenchSections({ call, hasPublished }: { call: BenchCall; hasPublished: boolean }) {
  const { t } = useTranslation("bench");
  const same = hasPublished ? call.sections.filter(({ isSame }) => isSame) : [];
  const other = call.sections.filter((section) => !same.includes(section));
  return (
    <>
      <ul className="divide-y divide-line">
        {other.map((section) => (
          <Section key={section.key} {...{ section, hasPublished }} callId={call.id} />
        ))}
      </ul>
      {same.length === 0 ? null : (
        <details className="mt-2 text-sm">
          <summary className="min-h-6 text-ink-muted">{t("same", { count: same.length })}</summary>
          <ul className="divide-y divide-line">
            {same.map((section) => (
              <Section key={section.key} section={section} hasPublished={false} callId={call.id} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

type Props = { section: BenchSection; hasPublished: boolean; callId: string };

function Section({ section, hasPublished, callId }: Props) {
  const { t } = useTranslation("bench");
  const { title, published, draft } = section;
  return (
    <li className="py-3">
      <h4 className="text-xs font-strong">{title}</h4>
      <div className={hasPublished ? "mt-1 grid grid-cols-2 gap-4" : "mt-1"}>
        {hasPublished ? (
          <Items items={published} callId={callId} none={t("notInPublished")} />
        ) : null}
        <Items items={draft} callId={callId} none={t("notInDraft")} />
      </div>
    </li>
  );
}

function Items({
  items,
  callId,
  none,
}: {
  items: BenchItem[] | null;
  callId: string;
  none: string;
}) {
  const { t } = useTranslation("bench");
  const format = useFormat();
  if (items === null || items.length === 0)
    return <p className="text-sm text-ink-muted">{items === null ? none : t("notDiscussed")}</p>;
  return (
    <ul className="grid content-start gap-2">
      {items.map(({ value, evidence }, at) => {
        const text = shownValue(value, evidence, format, t);
        return (
          <li key={`${at} ${evidence[0]?.t0Ms ?? 0}`} className="text-sm">
            {text === null ? null : <p className="font-medium break-words">{text}</p>}
            {evidence.map(({ t0Ms, quote, speaker }) => (
              <p key={`${t0Ms} ${quote}`} className="break-words text-ink-soft">
                <q>{quote}</q>{" "}
                <TextLink to={paths.playback(callId, { t: Math.floor(t0Ms / 1_000) })}>
                  {format.duration(t0Ms)} {speaker}
                </TextLink>
              </p>
            ))}
          </li>
        );
      })}
    </ul>
  );
}

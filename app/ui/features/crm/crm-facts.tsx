import type { ReactNode } from "react";
import type { CrmGroupView, CrmWriteView } from "#app/core/domain/crm/crm-views.ts";
import { useCrmText } from "./use-crm-text.ts";

type Props = { group: CrmGroupView; write: CrmWriteView };

/** What stands there, by which rule, from which section, until when; and the journal. */
export function CrmFacts({ group, write }: Props) {
  const { t, crmOf, valueOf, format } = useCrmText();
  const { template, steps, decidedBy } = write;
  const isDone = write.writtenAt !== null;
  return (
    <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-xs" data-facts>
      <Fact name={t("fact.in", { crm: crmOf(group) })}>
        {t("fact.read", {
          value: valueOf(write, write.before),
          time: format.dateTime(write.readAt),
        })}
      </Fact>
      {write.after === null ? null : (
        <Fact name={t(isDone ? "fact.holds" : "fact.would")}>{valueOf(write, write.after)}</Fact>
      )}
      <Fact name={t("fact.rule")}>
        {t(`rule.${write.rule}`)}. {t(`review.${write.review}`)}
      </Fact>
      {template === null ? null : (
        <Fact name={t("fact.from")}>
          {t("fact.fromValue", { ...template, template: template.name })}
        </Fact>
      )}
      {decidedBy === null ? null : <Fact name={t("fact.decided")}>{decidedBy}</Fact>}
      {isDone ? null : <Fact name={t("fact.expires")}>{format.date(write.expiresAt)}</Fact>}
      <Fact name={t("fact.history")}>
        <ol className="grid gap-0.5">
          {steps.map(({ state, at, by }, n) => {
            const time = format.when(at);
            const what = `${t(`state.${state}`, { time: "" }).replace(/[\s·・]+$/u, "")} · ${time}`;
            return (
              <li key={`${at} ${n}`} suppressHydrationWarning>
                {by === null ? what : t("by", { what, name: by })}
              </li>
            );
          })}
        </ol>
      </Fact>
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-muted">{name}</dt>
    <dd className="min-w-0 wrap-anywhere whitespace-pre-line" suppressHydrationWarning>
      {children}
    </dd>
  </>
);

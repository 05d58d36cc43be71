import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import type { PersonRef } from "#app/core/domain/views.ts";
import {
  type FilterName,
  type Metric,
  METRICS,
  type MetricKey,
  type RecordingsQuery,
} from "#app/core/pages/recordings-filters.ts";
import type { Choices } from "#app/core/pages/recordings-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Disclosure } from "#app/ui/components/primitive/disclosure.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { nameOf } from "./filter-chips.tsx";
import { ListForm } from "./list-form.tsx";
import { listUrl } from "./list-url.ts";

type Props = { query: RecordingsQuery; choices: Choices };

/** Filters whose values are known beforehand, in the order in which they are offered. */
export const FIXED_CHOICES = {
  reviewed: ["yes", "no"],
  state: ["receiving", "processing", "ready", "ready_partial", "failed"],
  kind: ["upload", "room", "meeting", "phone", "recorder"],
  quality: ["A", "B", "C"],
  visibility: ["private", "team", "workspace"],
  consent: ["agreed", "partly", "waiting", "refused", "withdrawn", "not_asked"],
  comment: ["yes", "no"],
  summary: ["yes", "no"],
  language: ["en", "ja"],
  talk: ["discovery", "demo", "follow_up", "other"],
} as const;
const FIXED = [
  "reviewed",
  "state",
  "kind",
  "talk",
  "consent",
  "quality",
  "visibility",
  "comment",
  "summary",
  "language",
] as const satisfies (keyof typeof FIXED_CHOICES)[];
const FIGURES = [
  "talkRatio",
  "longest",
  "questions",
  "patience",
  "speed",
  "silence",
  "overlap",
] as const satisfies Metric[];
const ROW = "flex flex-wrap items-end gap-2";

/** Adds one filter at a time; a second value of the same one is an alternative. */
export function AddFilter({ query, choices: { owners, teams, labels, stages, trackers } }: Props) {
  const { t } = useTranslation("search");
  const { t: list } = useTranslation("recordings");
  return (
    <Disclosure
      label={t("addLabel")}
      face={
        <span
          aria-hidden
          className="inline-flex min-h-[28px] items-center gap-1.5 rounded-control border border-dashed border-line-strong px-2.5 text-sm text-ink-soft"
        >
          <Icon of={Plus} />
          {t("add")}
        </span>
      }
      place="wide"
      isOpen={query.panel === "add"}
      plainTo={listUrl(query, { panel: "add" })}
    >
      <div className="grid">
        <Pick query={query} name="owner" choices={owners} />
        {teams.length === 0 ? null : <Pick query={query} name="team" choices={teams} />}
        {labels.length === 0 ? null : <Pick query={query} name="label" choices={labels} />}
        <Group name={nameOf(t, "participant")}>
          <PickForm query={query} name="participant" choices={owners} />
          <WordsForm query={query} name="participant" />
        </Group>
        <Group name={nameOf(t, "company")}>
          <WordsForm query={query} name="company" />
        </Group>
        <Group name={nameOf(t, "deal")}>
          <WordsForm query={query} name="deal" />
        </Group>
        {stages.length === 0 ? null : <Pick query={query} name="stage" choices={stages} />}
        <Group name={nameOf(t, "contact")}>
          <WordsForm query={query} name="contact" />
        </Group>
        {trackers.length === 0 ? null : <Pick query={query} name="tracker" choices={trackers} />}
        <Pick query={query} name="reviewer" choices={owners} />
        {FIGURES.map((metric) => (
          <Group key={metric} name={t(`metric.${metric}`)}>
            <Figure query={query} name={`${metric}.gt`} label={t(`over_${metric}`)} of={metric} />
            <Figure query={query} name={`${metric}.lt`} label={t(`under_${metric}`)} of={metric} />
          </Group>
        ))}
        <Group name={t("name.length")}>
          <One query={query} name="min" label={t("filter.min")} most={600} />
          <One query={query} name="max" label={t("filter.max")} most={600} />
        </Group>
        <Group name={t("name.dates")}>
          <One query={query} name="from" label={t("filter.from")} />
          <One query={query} name="to" label={t("filter.to")} />
        </Group>
        {FIXED.map((key) => (
          <Pick
            key={key}
            query={query}
            name={key}
            choices={FIXED_CHOICES[key].map((id) => ({
              id,
              name: list(`${key}.${id}`, { defaultValue: id }),
            }))}
          />
        ))}
      </div>
    </Disclosure>
  );
}

/** One group is open at a time. */
function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <details name="filter" className="border-b border-line last:border-b-0">
      <summary className="flex min-h-8 items-center rounded-control px-1 text-sm hover:bg-surface-hover pointer-coarse:min-h-10">
        {name}
      </summary>
      <div className="grid gap-2 px-1 pt-1 pb-3">{children}</div>
    </details>
  );
}

type PickProps = { query: RecordingsQuery; name: FilterName; choices: PersonRef[] };

/** What is left to choose of a filter. */
const left = ({ query, name, choices }: PickProps): PersonRef[] =>
  choices.filter(({ id }) => !query.filters[name]?.includes(id));

function Pick(props: PickProps) {
  const { t } = useTranslation("search");
  return left(props).length === 0 ? null : (
    <Group name={nameOf(t, props.name)}>
      <PickForm {...props} />
    </Group>
  );
}

function PickForm(props: PickProps) {
  const { t } = useTranslation("search");
  const { query, name } = props;
  const options = left(props);
  if (options.length === 0) return null;
  return (
    <ListForm query={query} without={[]} look={ROW}>
      <span className="min-w-0 flex-1">
        <Select
          name={name}
          size="small"
          aria-label={nameOf(t, name)}
          options={options.map(({ id, name: text }) => ({ value: id, label: text }))}
        />
      </span>
      <Button type="submit">{t("apply")}</Button>
    </ListForm>
  );
}

function WordsForm({ query, name }: { query: RecordingsQuery; name: FilterName }) {
  const { t } = useTranslation("search");
  return (
    <ListForm query={query} without={[]} look={ROW}>
      <input
        name={name}
        aria-label={t("wordsOf", { name: nameOf(t, name) })}
        placeholder={t("words")}
        required
        maxLength={120}
        autoComplete="off"
        className={controlLook({ size: "small", className: "min-w-0 flex-1" })}
      />
      <Button type="submit">{t("apply")}</Button>
    </ListForm>
  );
}

/** A bound of a figure. */
function Figure({
  of,
  ...props
}: {
  query: RecordingsQuery;
  name: MetricKey;
  label: string;
  of: Metric;
}) {
  return <One {...props} {...METRICS[of]} />;
}

/** A filter with one value, which a new one replaces. @param most the largest number; without it a day is asked for */
function One({
  query,
  name,
  label,
  most,
  step = 1,
}: {
  query: RecordingsQuery;
  name: MetricKey | "min" | "max" | "from" | "to";
  label: string;
  most?: number;
  step?: number;
}) {
  const { t } = useTranslation("search");
  const isDay = most === undefined;
  return (
    <ListForm query={query} without={isDay ? [name, "range"] : [name]} look={ROW}>
      <label className="grid min-w-0 flex-1 gap-1 text-xs text-ink-muted">
        {label}
        <input
          {...(isDay
            ? { type: "date" }
            : { type: "number", min: 0, max: most, step, inputMode: "decimal" })}
          name={name}
          required
          className={controlLook({ size: "small", className: "w-full" })}
        />
      </label>
      <Button type="submit">{t("apply")}</Button>
    </ListForm>
  );
}

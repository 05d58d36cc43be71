import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import type { PersonRef } from "#app/core/domain/views.ts";
import type { FilterKey, RecordingsQuery } from "#app/core/pages/recordings-filters.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Disclosure } from "#app/ui/components/primitive/disclosure.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { nameOf } from "./filter-chips.tsx";
import { ListForm } from "./list-form.tsx";

type Props = {
  query: RecordingsQuery;
  owners: PersonRef[];
  teams: PersonRef[];
  labels: PersonRef[];
};

const CHOICES = {
  state: ["receiving", "processing", "ready", "ready_partial", "failed"],
  kind: ["upload", "room", "meeting", "phone", "recorder"],
  quality: ["A", "B", "C"],
  visibility: ["private", "team", "workspace"],
  reviewed: ["yes", "no"],
  language: ["en", "ja"],
} as const;
const ROW = "flex flex-wrap items-end gap-2";

/** Adds one filter at a time; a second value of the same one is an alternative. */
export function AddFilter({ query, owners, teams, labels }: Props) {
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
    >
      <div className="grid">
        <Pick query={query} name="owner" choices={owners} />
        {teams.length === 0 ? null : <Pick query={query} name="team" choices={teams} />}
        {labels.length === 0 ? null : <Pick query={query} name="label" choices={labels} />}
        <Words query={query} name="participant" />
        <Words query={query} name="company" />
        <Group name={t("name.share")}>
          <One query={query} name="talkRatio.gt" label={t("overLabel")} most={100} />
          <One query={query} name="talkRatio.lt" label={t("underLabel")} most={100} />
        </Group>
        <Group name={t("name.length")}>
          <One query={query} name="min" label={t("filter.min")} most={600} />
          <One query={query} name="max" label={t("filter.max")} most={600} />
        </Group>
        <Group name={t("name.dates")}>
          <One query={query} name="from" label={t("filter.from")} />
          <One query={query} name="to" label={t("filter.to")} />
        </Group>
        {(["reviewed", "state", "kind", "quality", "visibility", "language"] as const).map(
          (key) => (
            <Pick
              key={key}
              query={query}
              name={key}
              choices={CHOICES[key].map((id) => ({
                id,
                name: list(`${key}.${id}`, { defaultValue: id }),
              }))}
            />
          ),
        )}
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

function Pick({
  query,
  name,
  choices,
}: {
  query: RecordingsQuery;
  name: FilterKey;
  choices: PersonRef[];
}) {
  const { t } = useTranslation("search");
  const label = nameOf(t, name);
  const had = query.filters[name] ?? [];
  const options = choices.filter(({ id }) => !had.includes(id));
  if (options.length === 0) return null;
  return (
    <Group name={label}>
      <ListForm query={query} without={[]} look={ROW}>
        <span className="min-w-0 flex-1">
          <Select
            name={name}
            size="small"
            aria-label={label}
            options={options.map(({ id, name: text }) => ({ value: id, label: text }))}
          />
        </span>
        <Button type="submit">{t("apply")}</Button>
      </ListForm>
    </Group>
  );
}

function Words({ query, name }: { query: RecordingsQuery; name: FilterKey }) {
  const { t } = useTranslation("search");
  const label = nameOf(t, name);
  return (
    <Group name={label}>
      <ListForm query={query} without={[]} look={ROW}>
        <input
          name={name}
          aria-label={label}
          required
          maxLength={120}
          autoComplete="off"
          className={controlLook({ size: "small", className: "min-w-0 flex-1" })}
        />
        <Button type="submit">{t("apply")}</Button>
      </ListForm>
    </Group>
  );
}

/** A filter with one value, which a new one replaces. @param most the largest number; without it a day is asked for */
function One({
  query,
  name,
  label,
  most,
}: {
  query: RecordingsQuery;
  name: "talkRatio.gt" | "talkRatio.lt" | "min" | "max" | "from" | "to";
  label: string;
  most?: number;
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
            : { type: "number", min: 0, max: most, inputMode: "numeric" })}
          name={name}
          required
          className={controlLook({ size: "small", className: "w-full" })}
        />
      </label>
      <Button type="submit">{t("apply")}</Button>
    </ListForm>
  );
}

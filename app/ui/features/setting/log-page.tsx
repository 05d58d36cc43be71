import { Form, useLocation } from "@remix-run/react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { LogName, LogQuery } from "#app/core/domain/audit/log-query.ts";
import type { ChainCheck, LogEntry, SinkState } from "#app/core/domain/audit/log-views.ts";
import type { Ignored } from "#app/core/domain/list/list-query.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { IgnoredNote } from "#app/ui/components/layout/ignored-note.tsx";
import { Page } from "#app/ui/components/layout/page.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { Cell, DataTable, NameCell, Row } from "#app/ui/components/primitive/table.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { KeepPanel } from "./keep-panel.tsx";

type Props = {
  log: LogName;
  entries: LogEntry[];
  next: string | null;
  query: LogQuery;
  ignored: Ignored[];
  events: string[];
  /** Who acted here, for the filter. */
  people: { id: string; name: string }[];
  /** The answer to "Verify the log". */
  check: ChainCheck | null;
  /** For how many days the workspace keeps entries, and where else they are, for those who may say so. */
  kept?: { days: number; sinks: SinkState[] };
  answer?: unknown;
};

/** So much of an id tells it from others; the filter takes it as well. */
const TAIL = 12;
const urlOf = (log: LogName, query: Partial<LogQuery>): string =>
  log === "system" ? paths.systemLog(query) : paths.userLog(query);

/** One of the two logs: filters, lines newest first, exports; the system log also checks its chain. */
export function LogPage(props: Props) {
  const { log, entries, next, query, ignored, events, people, check, kept, answer } = props;
  const { t } = useTranslation("log");
  const { number } = useFormat();
  return (
    <Page
      title={t(`title.${log}`)}
      facts={kept === undefined ? t("facts.user") : t("facts.system", { days: number(kept.days) })}
      actions={
        <>
          {log === "system" ? (
            <Form method="post">
              <FormButton tone="plain" name="intent" value="check" busyText={t("checking")}>
                {t("check")}
              </FormButton>
            </Form>
          ) : null}
          <LinkButton to={paths.logExport(log, "csv", query)} reloadDocument>
            CSV
          </LinkButton>
          <LinkButton to={paths.logExport(log, "jsonl", query)} reloadDocument>
            JSONL
          </LinkButton>
        </>
      }
    >
      {check === null ? null : <CheckResult check={check} />}
      <Filters log={log} query={query} events={events} people={people} />
      <IgnoredNote ignored={ignored} />
      <Lines log={log} entries={entries} query={query} next={next} />
      {kept === undefined ? null : <KeepPanel {...kept} answer={answer} />}
    </Page>
  );
}

function CheckResult({ check }: { check: ChainCheck }) {
  const { t } = useTranslation("log");
  const { number } = useFormat();
  const { entries, brokenAt, unsealed } = check;
  if (brokenAt === null && unsealed === 0)
    return <Banner isUpdate>{t("chain.whole", { count: entries })}</Banner>;
  return (
    <Banner isUpdate>
      {[
        ...(brokenAt === null ? [] : [t("chain.broken", { n: number(brokenAt) })]),
        ...(unsealed === 0 ? [] : [t("chain.unsealed", { count: unsealed })]),
      ].join(" ")}
    </Banner>
  );
}

function Filters({
  log,
  query,
  events,
  people,
}: Pick<Props, "log" | "query" | "events" | "people">) {
  const { t } = useTranslation("log");
  const { search } = useLocation();
  const any = { value: "", label: t("any") };
  return (
    // A link to other entries changes the address: the fields follow it.
    <Form
      key={search}
      action={urlOf(log, {})}
      role="search"
      className="flex flex-wrap items-end gap-3 text-sm"
    >
      <label className="grid gap-1">
        {t("column.event")}
        <Select
          name="event"
          width="hug"
          defaultValue={query.event ?? ""}
          options={[any, ...events.map((event) => ({ value: event, label: eventText(t, event) }))]}
        />
      </label>
      <label className="grid gap-1">
        {t("column.actor")}
        <Select
          name="actor"
          width="hug"
          defaultValue={query.actor ?? ""}
          options={[any, ...people.map(({ id, name }) => ({ value: id, label: name }))]}
        />
      </label>
      {(["from", "to"] as const).map((name) => (
        <label key={name} className="grid gap-1">
          {t(name)}
          <input
            type="date"
            name={name}
            defaultValue={query[name] ?? ""}
            className={controlLook({})}
          />
        </label>
      ))}
      {(["target", "ip"] as const).map((name) => (
        <label key={name} className="grid gap-1">
          {t(`column.${name}`)}
          <input
            type="text"
            name={name}
            size={name === "target" ? 26 : 14}
            maxLength={name === "target" ? 300 : 45}
            autoComplete="off"
            {...(name === "target" ? { placeholder: t("targetHint") } : {})}
            defaultValue={query[name] ?? ""}
            className={controlLook({})}
          />
        </label>
      ))}
      <Button type="submit">{t("filter")}</Button>
    </Form>
  );
}

function Lines({ log, entries, query, next }: Pick<Props, "log" | "entries" | "query" | "next">) {
  const { t } = useTranslation("log");
  const isFiltered = Object.entries(query).some(
    ([name, value]) => name !== "before" && value !== null,
  );
  return (
    <DataTable
      caption={t(`title.${log}`)}
      columns={[
        t("column.event"),
        t("column.actor"),
        t("column.target"),
        t("column.change"),
        t("column.ip"),
        t("column.at"),
      ]}
      rows={entries}
      empty={
        <EmptyState
          title={t("emptyTitle")}
          why={t(isFiltered ? "emptyFiltered" : "empty")}
          {...(isFiltered && { action: <LinkButton to={urlOf(log, {})}>{t("clear")}</LinkButton> })}
        />
      }
      pager={{ after: query.before, next, urlOf: (before) => urlOf(log, { ...query, before }) }}
    >
      {(entry) => (
        <Row key={entry.id}>
          <NameCell note={entry.event}>{eventText(t, entry.event)}</NameCell>
          <Cell>
            {entry.actorName ??
              (entry.actorKind === "system" ? t("program", { name: entry.actor }) : t("unknown"))}
            <Via via={entry.via} />
          </Cell>
          <Cell>
            <Target log={log} entry={entry} />
          </Cell>
          <Cell phone="line">
            <Change before={entry.before} after={entry.after} />
          </Cell>
          <Cell>
            {entry.ip === null ? null : <span className="font-mono text-xs">{entry.ip}</span>}
          </Cell>
          <Cell>
            <Moment iso={entry.at} style="exact" />
          </Cell>
        </Row>
      )}
    </DataTable>
  );
}

/** What it was done to: a call by its title, which leads there, anything else by its name or the end of its id. */
function Target({ log, entry }: { log: LogName; entry: LogEntry }) {
  const { t } = useTranslation("log");
  const { target, targetKind, targetName } = entry;
  if (target === null) return null;
  const others = urlOf(log, { target });
  const place = targetName === null ? undefined : placeOf(targetKind, target);
  if (place === undefined)
    return (
      <TextLink to={others} tone="name" title={t("sameTarget")}>
        {targetName ?? <span className="font-mono text-xs">{target.slice(-TAIL)}</span>}
      </TextLink>
    );
  return (
    <span className="grid leading-6 *:min-h-6">
      <TextLink to={place} tone="name">
        <bdi>{targetName}</bdi>
      </TextLink>
      <span className="text-xs *:inline-block *:min-h-6 *:leading-6">
        <TextLink to={others}>{t("sameTarget")}</TextLink>
      </span>
    </span>
  );
}

function placeOf(kind: string | null, id: string): string | undefined {
  if (kind === "call") return paths.playback(id);
  return kind === "recording" ? paths.recording(id) : undefined;
}

/** Whose eyes, or which right, it was done with. */
function Via({ via }: { via: string | null }) {
  const { t } = useTranslation("log");
  if (via === null) return null;
  return (
    <span className="block text-xs text-ink-muted">
      {t(via.startsWith("view_as:") ? "via.viewAs" : "via.private")}
    </span>
  );
}

/** `role: rep → admin`; facts that did not change, and new ones that say nothing, are left out. */
function Change({ before, after }: { before: string | null; after: string | null }) {
  const [old, fresh] = [factsOf(before), factsOf(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])].filter(
    (name) => old[name] !== fresh[name] && !(old[name] === undefined && fresh[name] === "null"),
  );
  return (
    <span className="grid gap-0.5 font-mono text-xs wrap-anywhere">
      {names.map((name) => (
        <span key={name}>
          {name}: {old[name] === undefined ? "" : `${old[name]} → `}
          {fresh[name] ?? "–"}
        </span>
      ))}
    </span>
  );
}

function factsOf(json: string | null): Record<string, string | undefined> {
  if (json === null) return {};
  try {
    const facts: unknown = JSON.parse(json);
    if (typeof facts !== "object" || facts === null) return {};
    return Object.fromEntries(
      Object.entries(facts).map(([name, value]) => [
        name,
        typeof value === "string" ? value : JSON.stringify(value),
      ]),
    );
  } catch {
    return { "": json };
  }
}

type Say = ReturnType<typeof useTranslation<"log">>["t"];
/** An event in words; one nobody wrote words for says its name. */
function eventText(t: Say, event: string): string {
  const text: string = t(`event.${event}`, { defaultValue: event });
  return text;
}

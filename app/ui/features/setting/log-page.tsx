import { Form, useLocation } from "@remix-run/react";
import type { LogName, LogQuery } from "#app/core/domain/audit/log-query.ts";
import type { ChainCheck, ShownEntry, SinkState } from "#app/core/domain/audit/log-views.ts";
import type { Ignored } from "#app/core/domain/list/list-query.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { ListForm } from "#app/ui/components/form/list-form.tsx";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { IgnoredNote } from "#app/ui/components/layout/ignored-note.tsx";
import { Page } from "#app/ui/components/layout/page.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Chip } from "#app/ui/components/primitive/chip.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { Cell, DataTable, NameCell, Row } from "#app/ui/components/primitive/table.tsx";
import { KeepPanel } from "./keep-panel.tsx";
import { LogChange, LogTarget, LogVia, useLogWords } from "./log-cells.tsx";
import { logUrl } from "./log-url.ts";

type Props = {
  log: LogName;
  entries: ShownEntry[];
  next: string | null;
  query: LogQuery;
  ignored: Ignored[];
  events: string[];
  /** The filter's target, where it is one call, one label and so on. */
  about: { kind: string | null; name: string | null } | null;
  /** Who acted here, for the filter. */
  people: { id: string; name: string }[];
  /** The answer to "Verify the log". */
  check: ChainCheck | null;
  /** For how many days the workspace keeps entries, and where else they are, for those who may say so. */
  kept?: { days: number; sinks: SinkState[] };
  answer?: unknown;
};

/** One of the two logs: filters, lines newest first, exports; the system log also checks its chain. */
export function LogPage(props: Props) {
  const { log, entries, next, query, ignored, events, people, about, check, kept, answer } = props;
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
      <Filters log={log} query={query} events={events} people={people} about={about} />
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
  about,
}: Pick<Props, "log" | "query" | "events" | "people" | "about">) {
  const { t } = useTranslation("log");
  const words = useLogWords();
  const { search } = useLocation();
  const any = { value: "", label: t("any") };
  return (
    // A link to other entries changes the address: the fields follow it.
    <ListForm
      key={search}
      action={logUrl(log, {})}
      isSearch
      look="flex flex-wrap items-end gap-3 text-sm"
    >
      <label className="grid gap-1">
        {t("column.event")}
        <Select
          name="event"
          width="hug"
          defaultValue={query.event ?? ""}
          options={[any, ...events.map((event) => ({ value: event, label: words.event(event) }))]}
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
      {about === null ? (
        <TextFilter name="target" value={query.target} hint={t("targetHint")} />
      ) : (
        <>
          <input type="hidden" name="target" value={query.target ?? ""} />
          <span className="py-1">
            <Chip
              name={t("column.target")}
              value={words.target(about)}
              removeTo={logUrl(log, { ...query, target: null, before: null })}
            />
          </span>
        </>
      )}
      <TextFilter name="ip" value={query.ip} />
      <Button type="submit">{t("filter")}</Button>
    </ListForm>
  );
}

const LONGEST = { target: 300, ip: 45 };

type TextFilterProps = { name: "target" | "ip"; value: string | null; hint?: string };
function TextFilter({ name, value, hint }: TextFilterProps) {
  const { t } = useTranslation("log");
  return (
    <label className="grid gap-1">
      {t(`column.${name}`)}
      <input
        type="text"
        name={name}
        size={name === "target" ? 26 : 14}
        maxLength={LONGEST[name]}
        autoComplete="off"
        placeholder={hint}
        defaultValue={value ?? ""}
        className={controlLook({})}
      />
    </label>
  );
}

function Lines({ log, entries, query, next }: Pick<Props, "log" | "entries" | "query" | "next">) {
  const { t } = useTranslation("log");
  const words = useLogWords();
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
          {...(isFiltered && {
            action: <LinkButton to={logUrl(log, {})}>{t("clear")}</LinkButton>,
          })}
        />
      }
      pager={{ after: query.before, next, urlOf: (before) => logUrl(log, { ...query, before }) }}
    >
      {(entry) => (
        <Row key={entry.id}>
          <NameCell>{words.event(entry.event)}</NameCell>
          <Cell>
            {entry.actorName ?? words.actor(entry.actorKind)}
            <LogVia via={entry.via} />
          </Cell>
          <Cell>
            <LogTarget log={log} entry={entry} />
          </Cell>
          <Cell phone="line">
            <LogChange entry={entry} />
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

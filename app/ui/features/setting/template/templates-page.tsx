import type { ReactNode } from "react";
import type { TemplatesView } from "#app/core/pages/templates.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { Page } from "#app/ui/components/layout/page.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { LinkTabs } from "#app/ui/components/primitive/tabs.tsx";
import { ArchivedNote } from "./archived-note.tsx";
import { CallTemplate } from "./call-template.tsx";
import { ImportTemplate } from "./import-template.tsx";
import { NewTemplate } from "./new-template.tsx";
import { TemplateTable } from "./template-table.tsx";
import { TemplatesInUse } from "./templates-in-use.tsx";

type Props = TemplatesView & { answer: unknown };

/** Summary templates in the order in which they are tried; who may not change them reads those in use. */
export function TemplatesPage(props: Props) {
  const { tab, inUse, drafts, builtIn, archived, open, canChange, answer, mappings, crms } = props;
  const { t } = useTranslation("template");
  const table = { places: inUse.length, open, canChange, mappings, crms };
  return (
    <Page title={t("title")} facts={t(canChange ? "note" : "noteRead")}>
      {canChange ? (
        <LinkTabs
          label={t("title")}
          tabs={(["templates", "archived", "import"] as const).map((name) => ({
            to: paths.templates({ tab: name === "templates" ? null : name }),
            label: t(`tabs.${name}`),
            isCurrent: name === tab,
          }))}
        />
      ) : null}
      <ArchivedNote />
      {tab === "import" ? <ImportTemplate answer={answer} /> : null}
      {tab === "archived" ? (
        <>
          <p className="text-sm text-ink-muted">{t("archivedNote")}</p>
          <TemplateTable
            {...table}
            caption={t("tabs.archived")}
            lines={archived}
            tab="archived"
            empty={<EmptyState title={t("emptyArchiveTitle")} why={t("emptyArchive")} />}
          />
        </>
      ) : null}
      {tab === "templates" ? (
        <>
          {canChange ? (
            <Panel title={t("new")}>
              <NewTemplate answer={answer} />
            </Panel>
          ) : null}
          <CallTemplate calls={props.calls} asked={props.asked} />
          <TemplatesInUse lines={inUse} {...{ open, canChange, mappings, crms }} />
          <Group title={t("builtIn")} note={t("builtInNote")}>
            <TemplateTable {...table} caption={t("builtIn")} lines={builtIn} tab={null} />
          </Group>
          {drafts.length === 0 ? null : (
            <Group title={t("drafts")} note={t("draftsNote")}>
              <TemplateTable {...table} caption={t("drafts")} lines={drafts} tab={null} />
            </Group>
          )}
          <p className="text-xs text-ink-muted">
            {canChange && inUse.length > 1 ? t("howToMove") : null} {t("footnote")}
          </p>
        </>
      ) : null}
    </Page>
  );
}

function Group({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 className="text-sm font-medium">
        {title} <span className="text-xs font-normal text-ink-muted">{note}</span>
      </h2>
      {children}
    </section>
  );
}

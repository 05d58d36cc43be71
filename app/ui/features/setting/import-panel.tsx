import { Form } from "@remix-run/react";
import type { ImportCheck, ImportRow } from "#app/core/domain/member/member-views.ts";
import { useLanguage } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { badRowsCsv } from "./bad-rows-csv.ts";
import { CheckedLines, useKept } from "./import-check.tsx";
import { ImportForm } from "./import-form.tsx";

type Answered = ImportCheck & { text: string; isDone: boolean };

/** A list of people: first what would become of it, then, on a second press, the invitations. */
export function ImportPanel({ answer }: { answer: unknown }) {
  const [check, clear] = useKept(checkIn(answer));
  return check === null ? <ListForm answer={answer} /> : <Checked check={check} onOther={clear} />;
}

const checkIn = (answer: unknown): Answered | null =>
  typeof answer === "object" && answer !== null && "import" in answer
    ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route's own answer
      (answer.import as Answered)
    : null;

function ListForm({ answer }: { answer: unknown }) {
  const { t } = useTranslation("member");
  return (
    <Panel title={t("import.title")}>
      <p className="mb-1 max-w-prose text-sm">{t("import.note")}</p>
      <pre className="mb-4 overflow-x-auto font-mono text-xs text-ink-muted">{EXAMPLE}</pre>
      <ImportForm
        {...{ id: "import", answer, intents: ["check_import", "run_import"] }}
        texts={{ file: t("import.file"), text: t("import.text"), check: t("import.check") }}
      />
    </Panel>
  );
}

const EXAMPLE = "email,name,role,team\nmari@example.com,Mari Sato,rep,Sales";

function Checked({ check, onOther }: { check: Answered; onOther: () => void }) {
  const { t } = useTranslation("member");
  const names = new Intl.ListFormat(useLanguage(), { type: "conjunction" });
  const bad = check.rows.filter(({ faults }) => faults.length > 0);
  const good = check.rows.filter(({ faults }) => faults.length === 0);
  return (
    <>
      <Banner isUpdate>
        {t(check.isDone ? "import.invited" : "import.good", { count: check.good })}{" "}
        {check.bad === 0 ? null : t("import.bad", { count: check.bad })}
      </Banner>
      {check.unused.length === 0 ? null : (
        <p className="text-sm text-ink-muted">
          {t("import.unused", { columns: names.format(check.unused) })}
        </p>
      )}
      {bad.length === 0 ? null : <BadRows rows={bad} />}
      {check.isDone || good.length === 0 ? null : (
        <Rows title={t("import.goodTitle")} rows={good} />
      )}
      <div className="flex flex-wrap gap-2">
        {check.isDone || check.good === 0 ? null : (
          <Form method="post" action={paths.settingMember({ tab: "import" })}>
            <input type="hidden" name="text" value={check.text} />
            <FormButton name="intent" value="run_import">
              {t("import.run", { count: check.good })}
            </FormButton>
          </Form>
        )}
        <LinkButton
          to={paths.settingMember({ tab: check.isDone ? null : "import" })}
          tone="quiet"
          onClick={onOther}
        >
          {check.isDone ? t("tab.members") : t("import.other")}
        </LinkButton>
      </div>
    </>
  );
}

function BadRows({ rows }: { rows: ImportRow[] }) {
  const { t } = useTranslation("member");
  return (
    <>
      <Rows title={t("import.badTitle")} rows={rows} />
      <p className="text-sm">
        <TextLink
          to={`data:text/csv;charset=utf-8,${encodeURIComponent(badRowsCsv(rows, (code) => t(`import.fault.${faultOf(code)}`)))}`}
          download="members-to-correct.csv"
          reloadDocument
        >
          {t("import.download")}
        </TextLink>
      </p>
    </>
  );
}

const FAULTS = [
  "email_missing",
  "invalid_email",
  "already_member",
  "name_too_long",
  "unknown_role",
  "unknown_team",
  "twice",
] as const;
const faultOf = (code: string): (typeof FAULTS)[number] =>
  FAULTS.find((fault) => fault === code) ?? "invalid_email";

function Rows({ title, rows }: { title: string; rows: ImportRow[] }) {
  const { t } = useTranslation("member");
  const { t: shell } = useTranslation("shell");
  return (
    <CheckedLines
      {...{ title, rows }}
      columns={[t("import.email"), t("column.name"), t("column.role"), t("column.team")]}
      nameOf={({ email }) => email}
      cellsOf={({ name, role, wrote, team }) => [name, wrote ?? shell(`role.${role}`), team]}
      texts={{
        reason: t("import.reason"),
        empty: t("import.empty"),
        lineOf: (n) => t("import.lineOf", { n }),
        faultOf: (code) => t(`import.fault.${faultOf(code)}`),
        more: (count) => t("import.more", { count }),
      }}
    />
  );
}

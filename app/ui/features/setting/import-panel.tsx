import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import type { ImportCheck, ImportRow } from "#app/core/domain/member/member-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FileField } from "#app/ui/components/form/file-field.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { TextareaField } from "#app/ui/components/form/textarea-field.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Cell, DataTable, NameCell, Row } from "#app/ui/components/primitive/table.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { badRowsCsv } from "./bad-rows-csv.ts";

/** Rows shown of each kind; the rest are counted. */
const SHOWN = 100;
type Answered = ImportCheck & { text: string; isDone: boolean };

/** A list of people: first what would become of it, then, on a second press, the invitations. */
export function ImportPanel({ answer }: { answer: unknown }) {
  const check = checkIn(answer);
  return check === null ? <ListForm answer={answer} /> : <Checked check={check} />;
}

const checkIn = (answer: unknown): Answered | null =>
  typeof answer === "object" && answer !== null && "import" in answer
    ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route's own answer
      (answer.import as Answered)
    : null;

function ListForm({ answer }: { answer: unknown }) {
  const { t } = useTranslation("member");
  const refusal = refusalOf(answer, "check_import", "run_import");
  // Nothing is checked here: a file or a text is enough, and the server reads both.
  const [form, fields] = useForm<{ text: string; file: File }>({
    id: "import",
    lastResult: refusal,
  });
  return (
    <Panel title={t("import.title")}>
      <p className="mb-1 max-w-prose text-sm">{t("import.note")}</p>
      <pre className="mb-4 overflow-x-auto font-mono text-xs text-ink-muted">{EXAMPLE}</pre>
      <Form
        method="post"
        encType="multipart/form-data"
        {...getFormProps(form)}
        className="grid max-w-xl gap-4"
      >
        <ErrorSummary
          form={{ errors: form.errors, fields, refusal }}
          labels={{ file: t("import.file"), text: t("import.text") }}
        />
        <FileField field={fields.file} label={t("import.file")} accept=".csv,text/csv" isOptional />
        <TextareaField field={fields.text} label={t("import.text")} rows={6} isOptional />
        <div>
          <FormButton name="intent" value="check_import">
            {t("import.check")}
          </FormButton>
        </div>
      </Form>
    </Panel>
  );
}

const EXAMPLE = "email,name,role,team\nmari@example.com,Mari Sato,rep,Sales";

function Checked({ check }: { check: Answered }) {
  const { t } = useTranslation("member");
  const bad = check.rows.filter(({ faults }) => faults.length > 0);
  const good = check.rows.filter(({ faults }) => faults.length === 0);
  return (
    <>
      <Banner isUpdate>
        {t(check.isDone ? "import.invited" : "import.good", { count: check.good })}{" "}
        {check.bad === 0 ? null : t("import.bad", { count: check.bad })}
      </Banner>
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
        <LinkButton to={paths.settingMember({ tab: check.isDone ? null : "import" })} tone="quiet">
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
  const hasFaults = rows.some(({ faults }) => faults.length > 0);
  return (
    <section className="grid gap-2">
      <h2 className="text-sm font-medium">{title}</h2>
      <DataTable
        caption={title}
        columns={[
          t("import.email"),
          t("column.name"),
          t("column.role"),
          t("column.team"),
          ...(hasFaults ? [t("import.reason")] : []),
        ]}
        rows={rows.slice(0, SHOWN)}
      >
        {({ line, email, name, role, wrote, team, faults }) => (
          <Row key={line}>
            <NameCell note={t("import.lineOf", { n: line })}>
              {email === "" ? t("import.empty") : email}
            </NameCell>
            <Cell>{name}</Cell>
            <Cell>{wrote ?? shell(`role.${role}`)}</Cell>
            <Cell>{team}</Cell>
            {hasFaults ? (
              <Cell phone="line">
                {faults.map((code) => t(`import.fault.${faultOf(code)}`)).join(" ")}
              </Cell>
            ) : null}
          </Row>
        )}
      </DataTable>
      {rows.length <= SHOWN ? null : (
        <p className="text-sm text-ink-muted">{t("import.more", { count: rows.length - SHOWN })}</p>
      )}
    </section>
  );
}

import { Form } from "@remix-run/react";
import {
  DEAL_COLUMNS,
  type DealCheck,
  type DealRow,
} from "#app/core/domain/deal/deal-list-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { CheckedLines, useKept } from "../import-check.tsx";
import { ImportForm } from "../import-form.tsx";

type Answered = DealCheck & { text: string; isDone: boolean };

/** A file of deals: first what would become of it, then, on a second press, all of it or nothing. */
export function ImportDeals({ answer }: { answer: unknown }) {
  const { t } = useTranslation("deal");
  const [check, clear] = useKept(checkIn(answer));
  return (
    <Panel title={t("import.title")}>
      {check === null ? <FileForm answer={answer} /> : <Checked check={check} onOther={clear} />}
    </Panel>
  );
}

const checkIn = (answer: unknown): Answered | null =>
  typeof answer === "object" && answer !== null && "dealCheck" in answer
    ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route's own answer
      (answer.dealCheck as Answered)
    : null;

const EXAMPLE = `${DEAL_COLUMNS.join(",")}\r\nFleet rollout,Northwind Logistics,,,84000,EUR,2027-01-29,Send the offer\r\n`;

function FileForm({ answer }: { answer: unknown }) {
  const { t } = useTranslation("deal");
  return (
    <>
      <p className="mb-1 max-w-prose text-sm">{t("import.note")}</p>
      <p className="mb-4 text-sm">
        <TextLink
          to={`data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${EXAMPLE}`)}`}
          download="deals-example.csv"
          reloadDocument
        >
          {t("import.example")}
        </TextLink>
      </p>
      <ImportForm
        {...{ id: "import-deals", answer, intents: ["check_deals", "import_deals"] }}
        texts={{ file: t("import.file"), text: t("import.text"), check: t("import.check") }}
      />
    </>
  );
}

function Checked({ check, onOther }: { check: Answered; onOther: () => void }) {
  const { t } = useTranslation("deal");
  const bad = check.rows.filter(({ faults }) => faults.length > 0);
  const good = check.rows.filter(({ faults }) => faults.length === 0);
  return (
    <div className="grid gap-4">
      <Banner isUpdate>
        {check.isDone
          ? t("import.done", { count: check.good })
          : check.bad > 0
            ? t("import.bad", { count: check.bad })
            : t("import.good", { count: check.good })}
      </Banner>
      {bad.length === 0 ? null : <Lines title={t("import.badTitle")} rows={bad} />}
      {check.isDone || bad.length > 0 ? null : <Lines title={t("import.goodTitle")} rows={good} />}
      <div className="flex flex-wrap gap-2">
        {check.isDone || check.bad > 0 ? null : (
          <Form method="post" action={paths.settingDeals()}>
            <input type="hidden" name="text" value={check.text} />
            <FormButton name="intent" value="import_deals">
              {t("import.run", { count: check.good })}
            </FormButton>
          </Form>
        )}
        <LinkButton to={paths.settingDeals()} tone="quiet" onClick={onOther}>
          {t(check.isDone ? "import.close" : "import.other")}
        </LinkButton>
      </div>
    </div>
  );
}

const FAULTS = [
  "name_missing",
  "name_wrong",
  "company_too_long",
  "unknown_owner",
  "several_owners",
  "owner_not_yours",
  "no_stages",
  "unknown_stage",
  "invalid_amount",
  "currency_missing",
  "invalid_currency",
  "invalid_date",
  "next_step_too_long",
  "twice",
  "already_here",
] as const;
const faultOf = (code: string): (typeof FAULTS)[number] =>
  FAULTS.find((fault) => fault === code) ?? "name_wrong";

function Lines({ title, rows }: { title: string; rows: DealRow[] }) {
  const { t } = useTranslation("deal");
  return (
    <CheckedLines
      {...{ title, rows }}
      columns={[t("new.name"), t("new.company"), t("new.stage"), t("new.amount")]}
      nameOf={({ cells }) => cells.name}
      cellsOf={({ cells }) => [
        cells.company,
        cells.stage,
        `${cells.amount} ${cells.currency}`.trim(),
      ]}
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

import { filledLines, readCsv } from "../csv.ts";
import { headingsOf } from "../headings.ts";
import { LIMITS } from "../limits.ts";
import { fold } from "../words/fold.ts";
import { amountOf, dateOf } from "./deal-cells.ts";
import { DEAL_COLUMNS, type DealColumn, type DealRow } from "./deal-list-views.ts";
import { type DealInput, dealForm } from "./deal.schema.ts";

type Owner = { id: string; name: string; email: string };
/** What rows are held against. */
export type KnownDeals = {
  stages: readonly { id: string; name: string }[];
  /** Whose deals the reader may enter, and everybody else. */
  owners: readonly Owner[];
  others: readonly Owner[];
  /** `keyOf` of the deals that are there. */
  deals: ReadonlySet<string>;
};
export type ReadDeals = {
  /** Form codes of the whole file. */
  faults: string[];
  rows: (DealRow & { input: DealInput | null })[];
};

/** Two deals of one name and one company are one. */
export const keyOf = (name: string, company: string): string =>
  `${fold(name).replace(/\s+/g, " ")}|${fold(company).replace(/\s+/g, " ")}`;

/** As they are exported, and as the screens name them. */
const headingOf = headingsOf<DealColumn>([
  ["name", ["name", "deal name", "商談名", "商談", "名前"]],
  ["company", ["company", "company name", "会社", "会社名"]],
  ["owner", ["owner", "deal owner", "担当者", "担当"]],
  ["stage", ["stage", "deal stage", "ステージ"]],
  ["amount", ["amount", "金額"]],
  ["currency", ["currency", "通貨"]],
  ["close_date", ["close date", "完了予定日"]],
  ["next_step", ["next step", "次のステップ"]],
]);
const columnOf = (cell: string): DealColumn | undefined => headingOf(cell)?.column;
const isHeading = (cell: string): boolean => columnOf(cell) !== undefined;

/**
 * Reads a file of deals as it is exported, and as its example is: a heading, which may reorder the columns or leave out
 * all but the name. Stages and owners are named as they are called, in whichever case; owners also by e-mail.
 */
export function readDealsCsv(text: string, known: KnownDeals): ReadDeals {
  const { rows: table, openRow } = readCsv(text, { isHeading });
  if (openRow !== null) return { faults: [`quote_open?n=${openRow}`], rows: [] };
  const [heading, ...body] = filledLines(table);
  const columns = heading?.cells.map(columnOf) ?? [];
  if (body.length === 0) return { faults: ["file_empty"], rows: [] };
  if (!columns.includes("name")) return { faults: ["no_name_column"], rows: [] };
  if (body.length > LIMITS.dealsImported)
    return { faults: [`too_many_rows?n=${LIMITS.dealsImported}`], rows: [] };
  const seen = new Set<string>();
  const rows = body.map(({ cells, line }) => {
    const row = readRow((column) => plain(cells[columns.indexOf(column)] ?? ""), known);
    const key = keyOf(row.cells.name, row.cells.company);
    if (row.cells.name !== "" && seen.has(key)) row.faults.push("twice");
    seen.add(key);
    return { line, ...row, input: row.faults.length === 0 ? row.input : null };
  });
  return { faults: [], rows };
}

/** The apostrophe keeps a spreadsheet from running a text; it is none of the text. */
const plain = (cell: string): string =>
  cell
    .normalize("NFC")
    .trim()
    .replace(/^'(?=[=+\-@\t\r])/, "");

const FAULT_OF: Record<string, string> = {
  name: "name_wrong",
  company: "company_too_long",
  amount: "invalid_amount",
  currency: "invalid_currency",
  closeDate: "invalid_date",
  nextStep: "next_step_too_long",
};

function readRow(
  cell: (column: DealColumn) => string,
  known: KnownDeals,
): { cells: DealRow["cells"]; faults: string[]; input: DealInput | null } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each column
  const cells = Object.fromEntries(
    DEAL_COLUMNS.map((column) => [column, cell(column).slice(0, 500)]),
  ) as Record<DealColumn, string>;
  const faults: string[] = [];
  const stage =
    cells.stage === ""
      ? known.stages[0]
      : known.stages.find(({ name }) => fold(name) === fold(cells.stage));
  if (stage === undefined) faults.push(cells.stage === "" ? "no_stages" : "unknown_stage");
  const owner = ownerOf(cells.owner, known);
  if (owner.fault !== null) faults.push(owner.fault);
  const { success, data, error } = dealForm.safeParse({
    ...{ name: cells.name, company: cells.company, stageId: stage?.id ?? NO_ID },
    ...(owner.id !== null && { ownerId: owner.id }),
    amount: amountOf(cell("amount")),
    currency: cell("currency"),
    closeDate: dateOf(cell("close_date")),
    nextStep: cell("next_step"),
  });
  if (cells.name === "") faults.push("name_missing");
  for (const field of new Set(error?.issues.map(({ path }) => String(path[0])))) {
    const fault = FAULT_OF[field];
    if (field === "name" && cells.name === "") continue;
    if (fault !== undefined)
      faults.push(
        field === "currency" && cells.currency === "" && cells.amount !== ""
          ? "currency_missing"
          : fault,
      );
  }
  if (known.deals.has(keyOf(cells.name, cells.company))) faults.push("already_here");
  return { cells, faults, input: success ? data : null };
}

/** Stands in for a stage that is not there, which has a fault of its own. */
const NO_ID = "00000000-0000-4000-8000-000000000000";

function ownerOf(
  cell: string,
  { owners, others }: KnownDeals,
): { id: string | null; fault: string | null } {
  if (cell === "") return { id: null, fault: null };
  const is = ({ name, email }: Owner) =>
    email.toLowerCase() === cell.toLowerCase() || fold(name) === fold(cell);
  const mine = owners.filter(is);
  const [first, second] = mine;
  if (first !== undefined && second === undefined) return { id: first.id, fault: null };
  if (second !== undefined) return { id: null, fault: "several_owners" };
  return { id: null, fault: others.some(is) ? "owner_not_yours" : "unknown_owner" };
}

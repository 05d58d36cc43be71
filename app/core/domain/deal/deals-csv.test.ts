import { expect, test } from "vitest";
import { keyOf, type KnownDeals, readDealsCsv } from "./deals-csv.ts";

const [FIRST, SECOND] = [
  "01890000-0000-7000-8000-000000000001",
  "01890000-0000-7000-8000-000000000002",
];
const known = (more: Partial<KnownDeals> = {}): KnownDeals => ({
  stages: [
    { id: FIRST, name: "Qualification" },
    { id: SECOND, name: "Proposal" },
  ],
  owners: [{ id: FIRST, name: "Aki Tanaka", email: "aki@acme.test" }],
  others: [{ id: SECOND, name: "Mari Sato", email: "mari@acme.test" }],
  deals: new Set(),
  ...more,
});
const read = (text: string, more: Partial<KnownDeals> = {}) => readDealsCsv(text, known(more));
const faultsOf = (line: string, more: Partial<KnownDeals> = {}) =>
  read(`name,company,owner,stage,amount,currency,close_date,next_step\n${line}`, more).rows[0]
    ?.faults;

test("a line is a deal; what it leaves out is the first stage and nobody said", () => {
  const { faults, rows } = read(
    "\uFEFFName;\n".replace(";", ",Company,Stage,Amount,Currency,Close date,Next step") +
      '"Fleet, rollout",Acme,proposal,"84,000.50",eur,2027/01/29,\'=send it\r\nPilot,,,,,,\n',
  );
  expect(faults).toEqual([]);
  expect(rows).toMatchObject([
    {
      ...{ line: 2, faults: [] },
      input: {
        ...{ name: "Fleet, rollout", company: "Acme", stageId: SECOND, amount: "84000.50" },
        ...{ currency: "EUR", closeDate: "2027-01-29", nextStep: "=send it" },
      },
    },
    { line: 3, faults: [], input: { name: "Pilot", stageId: FIRST, amount: null } },
  ]);
});

test("each thing that is wrong with a line is said of it, and such a line is no deal", () => {
  expect(faultsOf(",Acme,,,,,,")).toEqual(["name_missing"]);
  expect(faultsOf(`${"x".repeat(201)},,,,,,,`)).toEqual(["name_wrong"]);
  expect(faultsOf(`A,${"x".repeat(121)},,,,,,`)).toEqual(["company_too_long"]);
  expect(faultsOf("A,,nobody@acme.test,,,,,")).toEqual(["unknown_owner"]);
  expect(faultsOf("A,,MARI@acme.test,,,,,")).toEqual(["owner_not_yours"]);
  expect(faultsOf("A,,aki tanaka,,,,,")).toEqual([]);
  expect(
    faultsOf("A,,Aki Tanaka,,,,,", {
      owners: [
        { id: FIRST, name: "Aki Tanaka", email: "a@acme.test" },
        { id: SECOND, name: "Aki Tanaka", email: "b@acme.test" },
      ],
    }),
  ).toEqual(["several_owners"]);
  expect(faultsOf("A,,,Renewal,,,,")).toEqual(["unknown_stage"]);
  expect(faultsOf("A,,,,,,,", { stages: [] })).toEqual(["no_stages"]);
  expect(faultsOf("A,,,,many,EUR,,")).toEqual(["invalid_amount"]);
  expect(faultsOf("A,,,,5,,,")).toEqual(["currency_missing"]);
  expect(faultsOf("A,,,,5,Euro,,")).toEqual(["invalid_currency"]);
  expect(faultsOf("A,,,,,,tomorrow,")).toEqual(["invalid_date"]);
  expect(faultsOf(`A,,,,,,,${"x".repeat(501)}`)).toEqual(["next_step_too_long"]);
  expect(faultsOf("A,Acme,,,,,,", { deals: new Set([keyOf("a", "ACME")]) })).toEqual([
    "already_here",
  ]);
  const { rows } = read("name,company\nA,Acme\nB,Acme\na,acme\n");
  expect(rows.map(({ faults, input }) => [faults, input === null])).toEqual([
    [[], false],
    [[], false],
    [["twice"], true],
  ]);
});

test("a file that is none is refused as a whole", () => {
  expect(read("").faults).toEqual(["file_empty"]);
  expect(read("name\n\n").faults).toEqual(["file_empty"]);
  expect(read("deal,amount\nA,5\n").faults).toEqual(["no_name_column"]);
  expect(read('name\n"A').faults).toEqual(["quote_open?n=2"]);
  expect(read(`name\n${"A\n".repeat(1_001)}`).faults).toEqual(["too_many_rows?n=1000"]);
});

test("a German and a Japanese spreadsheet's file are read as the English one", () => {
  const wanted = { name: "Fleet", company: "Acme", amount: "12500.50", currency: "EUR" };
  const german = read(
    "sep=;\r\nName;Company;Amount;Currency;Close Date\r\nFleet;Acme;12.500,50;EUR;01.12.2026\r\n",
  );
  expect(german).toMatchObject({
    faults: [],
    rows: [{ line: 3, faults: [], input: { ...wanted, closeDate: "2026-12-01" } }],
  });
  const japanese = read(
    "商談名\t会社\t担当者\tステージ\t金額\t通貨\t完了予定日\t次のステップ\nFleet\tAcme\tAki Tanaka\tProposal\t１２，５００．５０\tEUR\t2026年12月1日\t見積\n",
  );
  expect(japanese.rows).toMatchObject([
    { faults: [], input: { ...wanted, stageId: SECOND, closeDate: "2026-12-01" } },
  ]);
});

test("names under one heading keep their commas", () => {
  expect(read("Name\nFleet, rollout\n").rows).toMatchObject([
    { input: { name: "Fleet, rollout" } },
  ]);
});

test("a date with two readings is a fault of its line", () => {
  expect(faultsOf("A,,,,,,01/12/2026,")).toEqual(["invalid_date"]);
  expect(faultsOf("A,,,,,,31/12/2026,")).toEqual([]);
});

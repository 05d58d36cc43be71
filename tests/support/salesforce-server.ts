import { soql } from "./soql.ts";
import { startVendor, type VendorAsk, type VendorReply } from "./vendor-server.ts";

const errorOf = (errorCode: string, message: string, fields: string[] = []): VendorReply => ({
  status: 400,
  body: [{ errorCode, message, fields }],
});
const field = (name: string, type: string, more: object = {}) => ({
  name,
  label: name,
  type,
  length: 0,
  updateable: true,
  createable: true,
  nillable: true,
  defaultedOnCreate: false,
  custom: name.endsWith("__c"),
  calculated: false,
  restrictedPicklist: false,
  picklistValues: [],
  referenceTo: [],
  ...more,
});
const COMPETITORS = [
  { value: "Routely", label: "Routely", active: true, defaultValue: false },
  { value: "Old", label: "Old", active: false, defaultValue: false },
];
const FIELDS = [
  field("Id", "id", { updateable: false, nillable: false, createable: false }),
  field("Name", "string", { length: 120, nillable: false }),
  field("NextStep", "string", { length: 255 }),
  field("Amount", "currency"),
  field("CloseDate", "date", { nillable: false }),
  field("Signed_At__c", "datetime"),
  field("Pain__c", "textarea", { length: 32_768, extraTypeInfo: "richtextarea" }),
  field("Situation__c", "textarea", { length: 32_768 }),
  field("Probability_Score__c", "double", { calculated: true }),
  field("Competitor__c", "picklist", { restrictedPicklist: true, picklistValues: COMPETITORS }),
  field("OwnerId", "reference", { referenceTo: ["User"] }),
  field("StageName", "picklist", {
    picklistValues: ["Negotiation", "Closed Won"].map((value) => ({
      ...{ value, label: value, active: true, defaultValue: false },
    })),
  }),
];

/** `master` is everyone's who has no other; only the second one knows a competitor. */
const RECORD_TYPES = [
  ["012000000000000AAA", "Master", "Master", true],
  ["012000000000001AAA", "New business", "New_Business", false],
  ["012000000000002AAA", "Renewal", "Renewal", false],
].map(([recordTypeId, name, developerName, master]) => ({
  ...{ recordTypeId, name, developerName, master },
  ...{ active: true, available: true, defaultRecordTypeMapping: master },
}));
/** Every object has them. */
const CHANGED = ["SystemModstamp", "LastModifiedById"];
const STAGES = ["Negotiation", "Closed Won"];
/** As the interface's API has it: by record type what each list offers. */
const valuesOf = (names: readonly string[]) => ({
  controllerValues: {},
  defaultValue: null,
  values: names.map((value) => ({ attributes: null, label: value, validFor: [], value })),
});

/** Who an organisation knows, and what it sells them. Its currency is one, so that no record says it. */
const aBook = (deal: Record<string, unknown>) => ({
  Contact: [
    person("003M", "Maria Costa", "Maria@Acme.example", "+1 (415) 555-0134", "001A"),
    person("003T", "Tom Reed", "tom@twice.example", null, null),
    person("003U", "Tom Reed jr.", "tom@twice.example", null, null),
    person("003X", "Old Entry", "old@elsewhere.example", null, null),
  ],
  Account: [
    { Id: "001A", Name: "Acme", Website: "https://www.acme.example/en" },
    { Id: "001N", Name: "Not Acme", Website: "notacme.example" },
    { Id: "001G", Name: "Globex_50%", Website: null },
  ],
  Opportunity: [
    deal,
    opportunity("006W", "Acme pilot", { StageName: "Closed Won", IsClosed: true, IsWon: true }),
    opportunity("006G", "Fleet of Globex", {
      ...{ AccountId: "001G", Account: { Name: "Globex_50%" }, Owner: null, Amount: null },
    }),
    opportunity("006P", "Depot", { AccountId: null, Account: null }),
  ],
  OpportunityContactRole: [{ OpportunityId: "006P", ContactId: "003M", Role: "Decision Maker" }],
  OpportunityStage: [
    { ApiName: "Negotiation", MasterLabel: "Negotiation", IsClosed: false, IsWon: false },
    { ApiName: "Closed Won", MasterLabel: "Won", IsClosed: true, IsWon: true },
  ].map((stage, at) => ({ ...stage, SortOrder: at + 1 })),
  TaskStatus: [
    { ApiName: "Not Started", MasterLabel: "Not Started", IsClosed: false },
    { ApiName: "Completed", MasterLabel: "Completed", IsClosed: true },
  ].map((status, at) => ({ ...status, SortOrder: at + 1 })),
});
type Table = "Contact" | "Account" | "Opportunity";
const isTable = (name: string | undefined): name is Table =>
  name === "Contact" || name === "Account" || name === "Opportunity";
type Row = Record<string, unknown>;
const person = (
  Id: string,
  Name: string,
  Email: string,
  Phone: string | null,
  AccountId: string | null,
) => ({ ...{ Id, Name, Email, Phone, AccountId }, Title: null, MobilePhone: null });
const opportunity = (Id: string, Name: string, more: object) => ({
  ...{ Id, Name, StageName: "Negotiation", IsClosed: false, IsWon: false, AccountId: "001A" },
  ...{ Account: { Name: "Acme" }, Owner: { Name: "Mari Ito", Email: "Mari@kestrel.test" } },
  ...{ Amount: 1_000.5, CloseDate: "2026-11-20", NextStep: null },
  CreatedDate: "2026-10-01T08:00:00.000+0000",
  ...more,
});

/** An organisation with one opportunity, as Salesforce's REST documentation has it. @param port of this machine; a free one where none is given */
export async function startSalesforce(port?: number) {
  const deal: Record<string, unknown> = {
    Id: "006000000000001AAA",
    Name: "Fleet rollout",
    NextStep: "Send deck",
    Amount: 24_000,
    CloseDate: "2026-12-31",
    Signed_At__c: "2026-11-20T08:00:00.000+0000",
    Competitor__c: null,
    SystemModstamp: "2026-11-24T10:00:00.000+0000",
    LastModifiedById: "005000000000001AAA",
    ...{ StageName: "Negotiation", IsClosed: false, IsWon: false, AccountId: "001A" },
    Account: { Name: "Acme" },
    Owner: { Name: "Mari Ito", Email: "mari@kestrel.test" },
    CreatedDate: "2026-11-01T08:00:00.000+0000",
  };
  const tasks: Record<string, unknown>[] = [];
  const book: Record<string, Row[]> & Record<Table, Row[]> = aBook(deal);
  /** What was deleted; what was merged into another record names it. */
  const bin: Record<Table, Row[]> = { Contact: [], Account: [], Opportunity: [] };
  /** Columns that the connected user is not shown, "Contact.MobilePhone". */
  const hidden = new Set<string>();
  const organisation = { id: "00D000000000001EAA", name: "Kestrel Freight", isSandbox: false };

  function patch(json: Record<string, unknown>): VendorReply {
    for (const [name, value] of Object.entries(json)) {
      const known = FIELDS.find((one) => one.name === name);
      if (!known)
        return errorOf("INVALID_FIELD", `No such column '${name}' on sobject of type Opportunity`);
      if (known.calculated)
        return errorOf("INVALID_FIELD_FOR_INSERT_UPDATE", `Unable to write: ${name}`, [name]);
      if (known.length > 0 && String(value).length > known.length)
        return errorOf("STRING_TOO_LONG", `${name}: data value too large`, [name]);
      if (known.type === "currency" && value !== null && typeof value !== "number")
        return errorOf(
          "JSON_PARSER_ERROR",
          "Cannot deserialize instance of currency from VALUE_STRING",
        );
      if (known.restrictedPicklist && value !== "Routely" && value !== null)
        return errorOf(
          "INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST",
          `bad value for restricted picklist field: ${JSON.stringify(value)}`,
          [name],
        );
    }
    Object.assign(deal, json, { SystemModstamp: "2026-11-25T10:00:00.000+0000" });
    return { status: 204 };
  }

  function query(text: string): VendorReply {
    if (text.includes("FROM Organization"))
      return {
        body: { records: [{ Name: organisation.name, IsSandbox: organisation.isSandbox }] },
      };
    if (text.startsWith("SELECT Name FROM User"))
      return {
        body: { records: text.includes("'005000000000007AAA'") ? [{ Name: "Aki Sato" }] : [] },
      };
    if (text.includes("FROM User"))
      return {
        body: {
          records: text.includes("'mari@kestrel.test'") ? [{ Id: "005000000000002AAA" }] : [],
        },
      };
    return /FROM Task\b/.test(text) ? page(0) : found(text, 0);
  }
  /** With what was deleted, as `queryAll` has it. */
  const withBin = (): Record<string, Row[]> =>
    Object.fromEntries(
      Object.entries(book).map(([name, rows]) => [
        name,
        [
          ...rows.map((row) => ({ ...row, IsDeleted: false, MasterRecordId: null })),
          ...(isTable(name) ? bin[name] : []),
        ],
      ]),
    );
  /** Two a page here too. */
  function found(text: string, from: number, tables: Record<string, Row[]> = book): VendorReply {
    try {
      const records = soql(text, tables, hidden);
      const next = from + 2;
      return {
        body: {
          totalSize: records.length,
          done: next >= records.length,
          records: records.slice(from, next),
          ...(next < records.length && {
            nextRecordsUrl: `/services/data/v62.0/query/found-${next}-${encodeURIComponent(text)}`,
          }),
        },
      };
    } catch (error) {
      const [code = "", ...said] = (error instanceof Error ? error.message : "").split(": ");
      return errorOf(code, said.join(": "));
    }
  }
  /** Two a page: who looks for something has to turn over. */
  const page = (from: number): VendorReply => ({
    body: {
      totalSize: tasks.length,
      done: from + 2 >= tasks.length,
      records: tasks.slice(from, from + 2),
      ...(from + 2 < tasks.length && {
        nextRecordsUrl: `/services/data/v62.0/query/01g-${from + 2}`,
      }),
    },
  });

  function answer({ method, path, query: params, json }: VendorAsk): VendorReply {
    const rest = path.replace(/^\/services\/data\/v\d+\.0/, "");
    if (path === "/services/oauth2/userinfo")
      return {
        body: {
          organization_id: organisation.id,
          user_id: "005000000000001AAA",
          preferred_username: "integration@kestrel.test",
        },
      };
    if (rest === "/limits")
      return { body: { DailyApiRequests: { Max: 15_000, Remaining: 14_988 } } };
    if (rest === "/query") return query(params.get("q") ?? "");
    if (/^\/queryAll\/?$/.test(rest)) return found(params.get("q") ?? "", 0, withBin());
    if (rest.startsWith("/query/found-")) {
      const [from = "", ...text] = rest.slice("/query/found-".length).split("-");
      return found(decodeURIComponent(text.join("-")), Number(from));
    }
    if (rest.startsWith("/query/")) return page(Number(rest.split("-")[1]));
    if (rest === "/sobjects/Opportunity/describe")
      return { body: { name: "Opportunity", fields: FIELDS, recordTypeInfos: RECORD_TYPES } };
    const recordType = /^\/ui-api\/object-info\/Opportunity\/picklist-values\/(\w+)$/.exec(
      rest,
    )?.[1];
    if (recordType !== undefined)
      return {
        body: {
          picklistFieldValues: {
            StageName: valuesOf(STAGES),
            Competitor__c: valuesOf(recordType === "012000000000002AAA" ? [] : ["Routely"]),
          },
        },
      };
    if (rest === `/sobjects/Opportunity/${String(deal["Id"])}` && method === "PATCH")
      return patch(json);
    const [, table, id = ""] = /^\/sobjects\/(\w+)\/(\w+)$/.exec(rest) ?? [];
    if (isTable(table) && method === "GET") return record(table, id, params.get("fields"));
    if (rest === "/sobjects/Task" && method === "POST") {
      const id = `00T${String(tasks.length).padStart(15, "0")}`;
      tasks.push({ Id: id, ...json });
      return { status: 201, body: { id, success: true, errors: [] } };
    }
    const task = tasks.findIndex((one) => rest === `/sobjects/Task/${String(one["Id"])}`);
    if (task >= 0) return changeTask(method, task, json);
    return { status: 404, body: [{ errorCode: "NOT_FOUND", message: "gone" }] };
  }
  /** The fields that are asked for; a field that is not there, or is not shown, is refused. */
  function record(table: Table, id: string, asked: string | null): VendorReply {
    const row = book[table].find(({ Id }) => Id === id);
    if (row === undefined && bin[table].some(({ Id }) => Id === id))
      return { status: 404, body: [{ errorCode: "ENTITY_IS_DELETED", message: "deleted" }] };
    if (row === undefined)
      return { status: 404, body: [{ errorCode: "NOT_FOUND", message: "gone" }] };
    const names = asked?.split(",") ?? Object.keys(row);
    const known = [...FIELDS.map(({ name }) => name), ...book[table].flatMap(Object.keys)];
    for (const name of names)
      if (hidden.has(`${table}.${name}`) || ![...known, ...CHANGED].includes(name))
        return errorOf("INVALID_FIELD", `No such column '${name}' on sobject of type ${table}`);
    return { body: Object.fromEntries(names.map((name) => [name, row[name] ?? null])) };
  }
  /** As people merge two records: the other one is deleted, and what it had is the winner's. */
  function merge(table: "Contact" | "Account", winner: string, loser: string): void {
    const at = book[table].findIndex(({ Id }) => Id === loser);
    const [row] = book[table].splice(at, 1);
    if (row) bin[table].push({ ...row, IsDeleted: true, MasterRecordId: winner });
    const link = table === "Contact" ? "ContactId" : "AccountId";
    for (const one of Object.values(book).flat()) if (one[link] === loser) one[link] = winner;
  }
  function changeTask(method: string, at: number, json: Record<string, unknown>): VendorReply {
    if (method === "GET") return { body: tasks[at] };
    if (method === "DELETE") tasks.splice(at, 1);
    else Object.assign(tasks[at] ?? {}, json);
    return { status: 204 };
  }

  const server = await startVendor(
    {
      authorize: "/services/oauth2/authorize",
      token: "/services/oauth2/token",
      revoke: "/services/oauth2/revoke",
      grant: (origin) => ({ instance_url: origin, scope: "refresh_token openid api" }),
      unauthorised: {
        status: 401,
        body: [{ errorCode: "INVALID_SESSION_ID", message: "Session expired or invalid" }],
      },
      answer,
    },
    port,
  );
  return { ...server, deal, book, bin, hidden, merge, tasks, organisation };
}

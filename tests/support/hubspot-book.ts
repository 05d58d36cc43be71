import type { VendorAsk, VendorReply } from "./vendor-server.ts";

type Properties = Record<string, string | null>;
type Entry = { id: string; properties: Properties; isNew?: boolean };
export type Kind = "contacts" | "companies" | "deals";
export type Book = Record<Kind, Entry[]> & {
  links: [deal: string, to: Kind, id: string][];
  /** Which properties are defined. */
  defined: Record<Kind, readonly string[]>;
  /** Records that people merged, "deals/1", with the id that the merged one has. */
  merged: Map<string, string>;
};

const EVERYWHERE = ["hs_object_id", "hs_updated_by_user_id", "createdate", "hubspot_owner_id"];

/**
 * Whom a portal knows, and what it sells them. `isNew`: not in the search yet.
 * @param properties those of deals that are defined beside HubSpot's own
 */
export function aBook(deal: Properties, properties: readonly string[]): Book {
  const person = (id: string, firstname: string, email: string, more: Properties = {}): Entry => ({
    id,
    properties: { firstname, lastname: "Costa", email, hs_additional_emails: null, ...more },
  });
  const open = { pipeline: "default", dealstage: "legal", createdate: "2026-10-01T08:00:00Z" };
  return {
    contacts: [
      person("51", "Maria", "maria@acme.example", {
        ...{ associatedcompanyid: "61", phone: "+1 (415) 555-0134" },
        hs_searchable_calculated_phone_number: "4155550134",
      }),
      person("52", "Tom", "tom@twice.example"),
      person("53", "Tom", "tom@twice.example"),
      person("54", "Ana", "ana@acme.example", {
        hs_additional_emails: "a@x.example;ana@b.example",
      }),
    ],
    companies: [
      { id: "61", properties: { name: "Acme", domain: "acme.example" } },
      { id: "62", properties: { name: "Globex", domain: "globex.example" } },
    ],
    deals: [
      { id: "1", properties: deal },
      {
        id: "2",
        properties: {
          ...{ ...open, dealname: "Acme pilot", dealstage: "77", amount: "1000.5" },
          ...{ closedate: "2026-11-20T00:00:00Z", deal_currency_code: "USD" },
        },
      },
      { id: "3", isNew: true, properties: { ...open, dealname: "Fleet of Globex", amount: null } },
      {
        id: "4",
        properties: { ...open, dealname: "Depot", amount: null, hubspot_owner_id: "404" },
      },
    ],
    links: [
      ...([
        ["1", "companies", "61"],
        ["2", "companies", "61"],
      ] as Book["links"]),
      ...([
        ["3", "companies", "62"],
        ["4", "contacts", "51"],
      ] as Book["links"]),
    ],
    defined: {
      contacts: [
        ...[...EVERYWHERE, "firstname", "lastname", "email", "hs_additional_emails", "jobtitle"],
        ...["phone", "mobilephone", "associatedcompanyid"],
      ],
      companies: [...EVERYWHERE, "name", "domain", "website", "hs_additional_domains"],
      deals: [
        ...[...EVERYWHERE, ...properties, "dealname", "pipeline", "dealstage", "amount"],
        ...["deal_currency_code", "closedate", "hs_next_step"],
      ],
    },
    merged: new Map(),
  };
}

/** Old ids lead to the merged record, which has another one. */
export function found(book: Book, kind: Kind, id: string): Entry | undefined {
  const next = book.merged.get(`${kind}/${id}`);
  return next === undefined ? book[kind].find((one) => one.id === id) : found(book, kind, next);
}

/** As people merge two records: a third one takes their place and their links. @returns its id */
export function merge(book: Book, kind: Kind, primary: string, other: string): string {
  const id = `9${primary}${other}`;
  const properties = found(book, kind, primary)?.properties ?? {};
  book[kind] = book[kind].filter((one) => one.id !== primary && one.id !== other);
  book[kind].push({ id, properties });
  for (const old of [primary, other]) {
    book.merged.set(`${kind}/${old}`, id);
    for (const link of book.links) {
      if (kind === "deals" && link[0] === old) link[0] = id;
      if (kind === link[1] && link[2] === old) link[2] = id;
    }
  }
  return id;
}

/** What is asked for of those that are defined: null where there is no value, and nothing of any other. */
export const selected = (
  properties: Properties,
  asked: readonly string[],
  defined: readonly string[],
): Properties =>
  Object.fromEntries(
    asked.filter((name) => defined.includes(name)).map((name) => [name, properties[name] ?? null]),
  );

const linked = (book: Book, from: Kind, id: string, to: Kind): string[] =>
  book.links.flatMap(([deal, kind, other]) =>
    from === "deals" && deal === id && kind === to
      ? [other]
      : to === "deals" && kind === from && other === id
        ? [deal]
        : [],
  );

type Filter = { propertyName: string; operator: string; value?: string; values?: string[] };
type Question = {
  properties?: string[];
  filterGroups?: { filters: Filter[] }[];
  query?: string;
  limit?: number;
  after?: string;
};

function holds(book: Book, kind: Kind, { id, properties }: Entry, filter: Filter): boolean {
  const { propertyName, operator, value = "", values = [] } = filter;
  const to = { "associations.company": "companies", "associations.contact": "contacts" } as const;
  const has = propertyName.startsWith("associations.")
    ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- looked up, and may be missing
      linked(book, kind, id, to[propertyName as keyof typeof to])
    : [propertyName === "hs_object_id" ? id : (properties[propertyName] ?? "").toLowerCase()];
  if (operator === "EQ") return has.includes(value.toLowerCase());
  if (operator === "IN") return values.some((one) => has.includes(one));
  const token = value.toLowerCase();
  return (has[0] ?? "")
    .split(/[;\s]/)
    .some((one) => (token.startsWith("*") ? one.endsWith(token.slice(1)) : one === token));
}

/** As HubSpot's search: five groups, no more than 200 at once, words from the beginning of any of an object's texts. */
function search(book: Book, kind: Kind, question: Question): VendorReply {
  const { filterGroups = [], query, limit = 10, after = "0", properties: asked = [] } = question;
  if (filterGroups.length > 5 || limit > 200)
    return { status: 400, body: { category: "VALIDATION_ERROR", message: "too many" } };
  const words = (query ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const all = book[kind].filter(
    (entry) =>
      entry.isNew !== true &&
      (filterGroups.length === 0 ||
        filterGroups.some(({ filters }) =>
          filters.every((one) => holds(book, kind, entry, one)),
        )) &&
      words.every((word) =>
        `${entry.properties["dealname"] ?? ""} ${entry.properties["name"] ?? ""}`
          .toLowerCase()
          .split(/\s+/)
          .some((one) => one.startsWith(word)),
      ),
  );
  // Two a page: who wants more has to turn over.
  const at = Number(after);
  const next = at + 2 < all.length ? { paging: { next: { after: String(at + 2) } } } : {};
  const results = all.slice(at, at + 2).map(({ id, properties }) => ({
    ...{ id, archived: false },
    properties: selected(properties, asked, book.defined[kind]),
  }));
  return { body: { total: all.length, results, ...next } };
}

/** What a portal answers of its records; null of what is asked elsewhere. */
export function answerFrom(
  book: Book,
  { method, path, query, json }: Pick<VendorAsk, "method" | "path" | "query" | "json">,
): VendorReply | null {
  const [, kind, rest = ""] =
    /^\/crm\/v3\/objects\/(contacts|companies|deals)\/(\w+)$/.exec(path) ?? [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the address says so
  const of = kind as Kind | undefined;
  if (of !== undefined && rest === "search" && method === "POST") return search(book, of, json);
  const links =
    /^\/crm\/v4\/objects\/(contacts|companies|deals)\/(\w+)\/associations\/(contacts|companies|deals)$/.exec(
      path,
    );
  if (links) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the address says so
    const [, from, id, to] = links as unknown as [string, Kind, string, Kind];
    const results = linked(book, from, id, to).map((one) => ({ toObjectId: Number(one) }));
    return { body: { results } };
  }
  if (path === "/crm/v4/associations/deals/companies/batch/read") {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what our own client sends
    const { inputs } = json as { inputs: { id: string }[] };
    const results = inputs.flatMap(({ id }) => {
      const to = linked(book, "deals", id, "companies").map((one) => ({ toObjectId: Number(one) }));
      return to.length === 0 ? [] : [{ from: { id }, to }];
    });
    return { status: 207, body: { status: "COMPLETE", results } };
  }
  const entry = of === undefined || method !== "GET" ? undefined : found(book, of, rest);
  if (of === undefined || entry === undefined) return null;
  const asked = (query.get("properties") ?? "").split(",");
  const names = query.get("associations")?.split(",") ?? [];
  const associations = Object.fromEntries(
    names.flatMap((name) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what our own client asks for
      const ids = linked(book, of, entry.id, name as Kind);
      return ids.length === 0 ? [] : [[name, { results: ids.map((id) => ({ id, type: "x" })) }]];
    }),
  );
  return {
    body: {
      ...{ id: entry.id, archived: false, updatedAt: "2026-11-24T10:00:00.000Z" },
      properties: selected(entry.properties, asked, book.defined[of]),
      ...(names.length > 0 && { associations }),
    },
  };
}

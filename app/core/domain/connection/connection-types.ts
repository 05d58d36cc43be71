import type { CodeFlow } from "#app/core/platform/oauth/identity-provider-strategy.server.ts";
import type { TokenAnswer } from "#app/core/platform/oauth/token-request.server.ts";
import type {
  CrmCompany,
  CrmContact,
  CrmDeal,
  WantedCompanies,
  WantedContacts,
  WantedDeals,
} from "./crm-search-types.ts";

/** Providers people connect by signing in there; `/auth/{provider-slug}` knows these. */
export const PROVIDER_SLUGS = ["salesforce", "salesforce-sandbox", "hubspot"] as const;
export type ProviderSlug = (typeof PROVIDER_SLUGS)[number];
/** Every service a connection can be of. Nobody signs in to `mock`: it stands in this installation. */
export const VENDOR_SLUGS = [...PROVIDER_SLUGS, "mock"] as const;
export type VendorSlug = (typeof VENDOR_SLUGS)[number];

/** The app an admin registered at the provider. */
export type AppKeys = { clientId: string; clientSecret: string };
/** What a provider gave: tokens, until when, for what, and where it is asked. */
export type VendorGrant = {
  accessToken: string;
  /** Null where an answer brought no new one. */
  refreshToken: string | null;
  /** Null where the provider does not say. */
  expiresAt: Date | null;
  /** Null where the provider does not say. */
  scopes: string[] | null;
  apiUrl: string;
  /** Whose it is, where the provider says so beside the tokens. */
  accountId?: string | null;
};
/** What a request to a provider carries. */
export type VendorAccess = { accessToken: string; apiUrl: string };
/** Whom we act as there. */
export type VendorAccount = {
  id: string;
  label: string;
  user: string | null;
  isSandbox: boolean;
};
/** Requests of the period the provider counts in. */
export type VendorQuota = { used: number; max: number };

/** Our nouns of a CRM. */
export const CRM_OBJECTS = ["deal", "contact", "company", "task", "event", "call", "note"] as const;
export type CrmObject = (typeof CRM_OBJECTS)[number];
export const CRM_FIELD_TYPES = [
  "text",
  "longtext",
  "richtext",
  "number",
  "money",
  "percent",
  "boolean",
  "date",
  "datetime",
  "picklist",
  "multipicklist",
  "reference",
  "url",
  "email",
  "phone",
  "other",
] as const;
export type CrmFieldType = (typeof CRM_FIELD_TYPES)[number];
/** Columns keep both as text. */
export const isCrmObject = (name: string): name is CrmObject =>
  CRM_OBJECTS.some((one) => one === name);
export const isCrmFieldType = (name: string): name is CrmFieldType =>
  CRM_FIELD_TYPES.some((one) => one === name);
/** `onlyIn`: the record types that offer it, where not all do. `group`: of a stage, its pipeline's id. */
export type CrmOption = {
  value: string;
  label: string;
  isActive: boolean;
  onlyIn?: string[];
  group?: string;
};
export type CrmField = {
  name: string;
  label: string;
  type: CrmFieldType;
  /** Characters; null where there is no limit. */
  length: number | null;
  /** Characters that a line break counts for, where that is not one. */
  lineBreak?: number;
  isWriteable: boolean;
  isRequired: boolean;
  isCustom: boolean;
  /** Takes only its own values. */
  isRestricted: boolean;
  options: CrmOption[];
  /** Objects a reference leads to, in the provider's names. */
  references: string[];
};
/** Dates are `2026-11-25`, times ISO in UTC; values of a multiple choice are joined by `;`. */
export type CrmValue = string | number | boolean | null;
export type CrmRecord = {
  /** The one it has now: a record that was merged has another than it was asked for by. */
  id: string;
  values: Record<string, CrmValue>;
  /** ISO. Of the record; of the field, where one is asked for and the CRM knows it of each. */
  modifiedAt: string | null;
  /** Id of the user there who changed it last, likewise. */
  modifiedBy: string | null;
};
export type CrmActivity = {
  kind: "task" | "event" | "call" | "note";
  subject: string;
  body: string;
  /** ISO. */
  at: string;
  /** Of the call in the workspace's zone, `2026-11-25`. */
  day: string;
  durationMs: number;
  dealId: string | null;
  contactIds: readonly string[];
  ownerId: string | null;
  /** Stands in its text, so that one whose answer was lost is found again. */
  writeKey: string;
};

/** What may be asked of a CRM. @throws VendorFault */
export type CrmPort = {
  objects: readonly CrmObject[];
  listFields: (access: VendorAccess, object: CrmObject) => Promise<CrmField[]>;
  /** Null: it is not there any more. One that was merged into another is answered as that one. */
  findRecord: (
    access: VendorAccess,
    object: CrmObject,
    id: string,
    fields: readonly Pick<CrmField, "name" | "type">[],
  ) => Promise<CrmRecord | null>;
  /** The id that a record has now: its own, that of the record it was merged into, or null where it is gone. */
  currentId: (
    access: VendorAccess,
    object: "contact" | "company" | "deal",
    id: string,
  ) => Promise<string | null>;
  /** @param types of the fields, where they are known: a CRM may keep a percentage as a fraction */
  updateRecord: (
    access: VendorAccess,
    object: CrmObject,
    id: string,
    values: Record<string, CrmValue>,
    types?: Record<string, CrmFieldType>,
  ) => Promise<void>;
  /** @returns its id */
  createActivity: (access: VendorAccess, activity: CrmActivity) => Promise<string>;
  /** One that carries the key already. @returns its id */
  findActivity: (
    access: VendorAccess,
    activity: Pick<CrmActivity, "kind" | "dealId" | "contactIds" | "writeKey">,
  ) => Promise<string | null>;
  /** Takes one away again that we made; one that is gone already is no fault. */
  deleteActivity: (access: VendorAccess, kind: CrmActivity["kind"], id: string) => Promise<void>;
  /** The active user with an e-mail address. @returns their id */
  findUser: (access: VendorAccess, email: string) => Promise<string | null>;
  /** What the user that `modifiedBy` names is called. */
  findUserName: (access: VendorAccess, id: string) => Promise<string | null>;
  findContacts: (access: VendorAccess, wanted: WantedContacts) => Promise<CrmContact[]>;
  findCompanies: (access: VendorAccess, wanted: WantedCompanies) => Promise<CrmCompany[]>;
  /** Deals of companies or contacts that are open, or were closed not long ago. */
  findDeals: (access: VendorAccess, wanted: WantedDeals) => Promise<CrmDeal[]>;
  /** Deals by words of their names or companies, open ones first; no more than a list shows. */
  searchDeals: (access: VendorAccess, text: string) => Promise<CrmDeal[]>;
  /** One deal as it stands now, with its company and people; null: it is not there any more. */
  readDeal: (access: VendorAccess, id: string) => Promise<CrmDeal | null>;
  /** The page of a record, for people who are signed in there; null where there is none. */
  recordUrl: (at: CrmAddress, object: CrmObject, id: string) => string | null;
};
/** Where a connection's account is. */
export type CrmAddress = { apiUrl: string | null; accountId: string | null };

/** How a provider is signed in to. */
export type OAuthPort = {
  flow: (app: AppKeys, redirectUri: string) => CodeFlow;
  /** @throws VendorFault `unreadable`, `address_refused` */
  readGrant: (answer: TokenAnswer) => VendorGrant;
  /** @throws GrantRefused, ProviderUnavailable, VendorFault */
  refresh: (app: AppKeys, refreshToken: string) => Promise<VendorGrant>;
  /** Ends the whole grant there. @throws VendorFault */
  revoke: (app: AppKeys, refreshToken: string) => Promise<void>;
};
/** A service as a connection speaks with it, however that was made. */
export type Vendor = {
  slug: VendorSlug;
  scopes: readonly string[];
  oauth: Pick<OAuthPort, "refresh" | "revoke">;
  /** Whether what was granted holds a scope; by name where it is left out. */
  covers?: (granted: readonly string[], scope: string) => boolean;
  /** @throws VendorFault */
  readAccount: (access: VendorAccess & Pick<VendorGrant, "accountId">) => Promise<VendorAccount>;
  /** Reads one deal. @throws VendorFault */
  check: (access: VendorAccess) => Promise<VendorQuota | null>;
  crm: CrmPort;
};
/** One that people sign in to. */
export type Provider = Vendor & { slug: ProviderSlug; oauth: OAuthPort };
/** One that stands in this installation: it is opened for a workspace, and nobody signs in. */
export type LocalVendor = Vendor & { open: (workspaceId: string) => LocalGrant };
export type LocalGrant = VendorGrant & { refreshToken: string };

/** Why a provider did not do what it was asked; texts stand in the catalogue `connection` under these codes. */
export const VENDOR_FAULTS = [
  "unauthorised",
  "forbidden",
  "rate_limited",
  "quota",
  "unavailable",
  "not_found",
  "restricted_picklist",
  "too_long",
  "validation_rule",
  "unknown_field",
  "not_writeable",
  "required_missing",
  "wrong_type",
  "duplicate",
  "locked",
  "busy",
  "refused",
  "unreadable",
  "address_refused",
] as const;
export type VendorFaultCode = (typeof VENDOR_FAULTS)[number];

/** Those that may be over by themselves. After `unavailable` nobody knows whether a write was applied. */
const TRANSIENT: readonly VendorFaultCode[] = ["rate_limited", "unavailable", "busy"];

/** A provider refused, or did not answer. */
export class VendorFault extends Error {
  override name = "VendorFault";
  readonly code: VendorFaultCode;
  /** How long it asks to be left alone; null where it does not say. */
  readonly retryAfterMs: number | null;
  readonly field: string | null;
  /** In the provider's words, which may quote values: shown to who may see them, never logged. */
  readonly detail: string | null;
  constructor(
    code: VendorFaultCode,
    more: { retryAfterMs?: number | null; field?: string | null; detail?: string | null } = {},
  ) {
    super(code);
    this.code = code;
    this.retryAfterMs = more.retryAfterMs ?? null;
    this.field = more.field ?? null;
    this.detail = more.detail?.slice(0, 300) ?? null;
  }
  get isTransient(): boolean {
    return TRANSIENT.includes(this.code);
  }
  /** Whether every other question would be answered the same now. */
  get stopsAll(): boolean {
    return this.isTransient || this.code === "unauthorised" || this.code === "quota";
  }
}

/** Scopes that are asked for; what each is for is in the texts under these names. */
const KNOWN = [
  "api",
  "refresh_token",
  "openid",
  "oauth",
  "crm_objects_contacts_read",
  "crm_objects_contacts_write",
  "crm_objects_companies_read",
  "crm_objects_deals_read",
  "crm_objects_deals_write",
  "crm_objects_owners_read",
  "crm_schemas_deals_read",
] as const;

/** The name of a scope's text. */
export const scopeUse = (scope: string) =>
  KNOWN.find((one) => one === scope.replaceAll(".", "_")) ?? "api";

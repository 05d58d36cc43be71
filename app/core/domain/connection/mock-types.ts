/** What the demo's CRM can be asked to do wrong. Those of `SCHEMA_FAULTS` last until they are taken back. */
export const MOCK_FAULTS = [
  "conflict",
  "restricted_picklist",
  "too_long",
  "validation_rule",
  "locked",
  "rate_limited",
  "expired_token",
  "signed_out",
  "unavailable",
  "unavailable_after_write",
  "field_deleted",
  "field_renamed",
  "option_removed",
] as const;
export type MockFault = (typeof MOCK_FAULTS)[number];

/** Changes of the fields themselves, as an admin there would make them. */
export const SCHEMA_FAULTS = ["field_deleted", "field_renamed", "option_removed"] as const;

/** Who works there besides Parley: changes "by somebody else" are theirs. */
export const MOCK_COLLEAGUE = "mika.sato";
/** Whose changes there are ours. */
export const MOCK_OURSELVES = "parley";

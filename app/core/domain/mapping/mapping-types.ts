export const CRM_SLUGS = ["salesforce", "hubspot", "mock"] as const;
export type CrmSlug = (typeof CRM_SLUGS)[number];

/** Made once per call, then kept up to date. */
const ACTIVITIES: readonly string[] = ["task", "event", "call", "note"];
export const isActivity = (object: string): boolean => ACTIVITIES.includes(object);

export const WRITE_RULES = [
  "fill_if_empty",
  "overwrite",
  "append_newest",
  "append_below",
  "only_if_said",
  "only_increase",
  "one_per_call",
  "never",
] as const;
export type WriteRule = (typeof WRITE_RULES)[number];

/** Who looks at a change before it is sent. */
export const REVIEWS = ["auto", "owner", "manager"] as const;

/** In place of a section's key: everything the summary holds, as one text. */
export const WHOLE_SUMMARY = "*";

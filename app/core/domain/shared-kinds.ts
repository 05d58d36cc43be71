/** Kinds of links that show something that was made; invitations and pages of consent have rules of their own. */
export const SHARED_KINDS = ["call", "range", "clip", "library"] as const;
export type SharedKind = (typeof SHARED_KINDS)[number];

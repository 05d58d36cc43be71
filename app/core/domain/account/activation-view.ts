/** What the page of a code asks. `null` fields are not asked. */
export type ActivationView = {
  /** First letter and domain: whoever found the link does not learn the address. Null: the first admin types theirs. */
  maskedEmail: string | null;
  /** Whose workspace is joined; null when one is started. */
  workspace: string | null;
  /** Their domain comes through a partner: no password is asked, the partner's button is shown. */
  mustUseIdentityProvider: boolean;
  /** What the new workspace starts with; null where none is started. */
  newWorkspace: { name: string; timeZone: string | null; language: "en" | "ja" | null } | null;
};

/** A contact as it stands beside who it is. */
export type ContactRef = { id: string; name: string; title: string | null; company: string | null };

/** A contact with what is known of it. */
export type ContactView = ContactRef & {
  emails: string[];
  phones: string[];
  version: number;
  /** A private call brought it: nobody else knows of it. */
  isPrivate: boolean;
  /** It is corrected in the CRM it came from. */
  isFromCrm: boolean;
};

/** What the dialog about somebody on a call shows. */
export type ContactChoices = {
  person: { id: string; name: string; email: string | null };
  /** Who they are; null: nobody known, or nobody the reader may know of. */
  contact: ContactView | null;
  /** What was searched for; without words those of the call's company and of the same name. */
  found: ContactRef[];
  /** The call's company. */
  company: string | null;
  isPrivate: boolean;
};

/** A deal where one is chosen: as far as its reader sees it. */
export type DealRef = {
  id: string;
  name: string;
  company: string | null;
  owner: string | null;
  stage: string;
  /** Whole units with two decimals at most, as text; both or neither. */
  amount: string | null;
  currency: string | null;
  /** Won, lost, or closed in a CRM. */
  isClosed: boolean;
  /** Its CRM has it no more. */
  isGone: boolean;
  /** The reader may say of a call that it is about this deal. */
  mayLink: boolean;
};

/** A deal that a call may be about; `confidence` in per cent. */
export type DealChoice = DealRef & {
  isPrimary: boolean;
  confidence: number;
  reasons: string[];
  isByHand: boolean;
};

/** A deal as it stands in a CRM. `id`: it is known here already; `record`: its id there. */
export type CrmDealRef = Omit<DealRef, "id"> & { id: string | null; record: string };
/** What the connected CRMs hold for a call. */
export type CrmFinds = {
  crms: {
    /** The slug of its provider. */
    crm: string;
    /** Why it did not answer, a code of VENDOR_FAULTS. */
    fault: string | null;
    deals: CrmDealRef[];
  }[];
  /** The linked deal is other than it was known here. */
  isChanged: boolean;
};

/** A stage that a deal entered here can be in. */
export type StageRef = { id: string; name: string };

/** What the dialog about a call's deal shows. */
export type DealChoices = {
  /** The deal it is linked to first, then what rules found. */
  linked: DealChoice[];
  /** It is linked to a deal that the reader does not see. */
  isHidden: boolean;
  /** Somebody chose, be it that the call is about no deal: rules leave it alone. */
  isChosen: boolean;
  /** What was searched for; without words the newest open deals the reader may link. */
  found: DealRef[];
  /** The workspace has a CRM whose deals the reader may search. */
  hasCrm: boolean;
  /** Of the call. */
  company: string | null;
  isPrivate: boolean;
  stages: StageRef[];
  /** The reader may add stages where there are none. */
  maySetStages: boolean;
};

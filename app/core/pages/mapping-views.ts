import type {
  CrmField,
  CrmObject,
  CrmValue,
} from "#app/core/domain/connection/connection-types.ts";
import type { ConnectionFault } from "#app/core/domain/connection/connection-views.ts";
import type { SourceType } from "#app/core/domain/mapping/compatible.ts";
import type { FoundRow } from "#app/core/domain/mapping/find-mapping.server.ts";
import type { CrmSlug } from "#app/core/domain/mapping/mapping-types.ts";
import type { RowHealth } from "#app/core/domain/mapping/row-health.ts";
import type { CallChoice } from "./newest-calls.server.ts";
import type { PersonRef, Side } from "#app/core/domain/views.ts";

/** What a row maps, by name. */
export type SourceView = {
  /** Key of a section, or `*`. */
  key: string;
  /** Null: the whole summary. */
  title: string | null;
  type: SourceType;
  /** What can be said, of a choice. */
  options: string[];
};

export type MappingRowView = Omit<FoundRow, "id"> & {
  id: string;
  /** Null: the template has no such section any more. */
  source: SourceView | null;
  /** As the CRM has it now; null where it is gone or was never read. */
  now: CrmField | null;
  health: RowHealth;
};

export type FieldFit = "fits" | "impossible" | "not_writeable" | "taken";
export type FieldChoice = CrmField & { fit: FieldFit };
/** The form of a row that is open. */
export type OpenRow = {
  /** Null: a new row. */
  row: MappingRowView | null;
  source: SourceView;
  object: CrmObject;
  /** Null: they were never read. */
  fields: FieldChoice[] | null;
  /** Values of the last record of that kind, by field; null where there is none. */
  sample: { label: string; values: Record<string, CrmValue> } | null;
};

export type PreviewLine = {
  rowId: string;
  /** What stands there now; null: nothing. Left out where no record was read. */
  now?: CrmValue;
  outcome:
    | { kind: "write"; value: CrmValue }
    | { kind: "keep" | "nothing" | "ask" | "blocked"; reason: string };
  evidence: { t0Ms: number; speaker: string; side: Side | null; quote: string }[];
};
export type PreviewView = {
  callId: string;
  /** Records by object, by their name here; null: the call has none in this CRM. */
  records: Partial<Record<CrmObject, string | null>>;
  /** ISO 4217 of the deal. */
  currency: string | null;
  lines: PreviewLine[];
  /** Deals that can be looked at in place of one, where the call is linked to none in this CRM; null where it is. */
  choice: DealChoice | null;
};
export type DealChoice = {
  /** The words they were found by. */
  text: string;
  deals: { id: string; name: string; company: string | null; stage: string }[];
  /** The one that is looked at. */
  chosenId: string | null;
  /** Why there is no answer; null where there is. */
  fault: ConnectionFault | null;
};

export type MappingPageView = {
  template: { id: number; name: string; number: number | null };
  crm: CrmSlug;
  /** The provider that is looked at, and those that could be. */
  provider: string;
  providers: string[];
  connection: { state: string; account: string | null } | null;
  /** It can be asked now: the page can be changed. */
  isConnected: boolean;
  /** ISO; the oldest of the objects that are shown. */
  readAt: string | null;
  fault: ConnectionFault | null;
  /** Null: nothing was mapped yet. */
  mapping: {
    version: number;
    dryRunLeft: number;
    isSandbox: boolean;
    changedAt: string;
    changedBy: PersonRef | null;
  } | null;
  rows: MappingRowView[];
  sources: SourceView[];
  objects: CrmObject[];
  open: OpenRow | null;
  calls: CallChoice[];
  preview: PreviewView | null;
  /** Past calls it could be run on; no more than one run takes. */
  pastCalls: number;
};

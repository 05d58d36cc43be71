import type { CrmSlug } from "./mapping-types.ts";

/** A mapping as a list of templates shows it. */
export type MappingLine = {
  crm: CrmSlug;
  rows: number;
  /** Rows that write nothing until they are mended, by the fields as last read. */
  troubled: number;
  isConnected: boolean;
};

import * as z from "zod";
import { MOCK_FAULTS } from "./mock-types.ts";

const MOST_TIMES = 20;
const field = z.string().trim().min(1).max(200);

/** A fault the demo's CRM shows at its next requests, of a field where it is about one. */
export const plantFaultForm = z.object({
  fault: z.enum(MOCK_FAULTS),
  ofField: field.optional(),
  times: z.coerce.number().int().min(1).max(MOST_TIMES).default(1),
});
export type PlantFault = z.output<typeof plantFaultForm>;
/** A value that is left empty is another one than there was. */
export const changeRecordForm = z.object({
  record: z.string().min(1).max(100),
  field,
  value: z.string().trim().max(4_000).optional(),
});
export type ChangeRecord = z.output<typeof changeRecordForm>;
export type ColleaguesChange = { object: "deal"; id: string; field: string; value: string | null };

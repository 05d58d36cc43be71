import {
  type CrmField,
  type VendorAccess,
  VendorFault,
} from "#app/core/domain/connection/connection-types.ts";
import { ask, data } from "./request.server.ts";
import { recordTypeValuesSchema, type WireRecordType } from "./wire.ts";

/** More record types of one object than this are not asked about. */
const MOST_TYPES = 20;

type OfType = { name: string; values: ReadonlyMap<string, ReadonlySet<string>> };

/**
 * Says of each value of a list which record types offer it, where not all do. The description of an object lists the values
 * of all its record types together.
 * @param sobject its name there, "Opportunity"
 */
export async function withRecordTypes(
  access: VendorAccess,
  sobject: string,
  fields: CrmField[],
  infos: readonly WireRecordType[],
): Promise<CrmField[]> {
  const used = infos.filter(({ master, available, active }) => !master && available && active);
  const lists = fields.filter(({ options }) => options.length > 0);
  if (used.length === 0 || lists.length === 0) return fields;
  const asked = used.slice(0, MOST_TYPES);
  const types = await Promise.all(asked.map((info) => readType(access, sobject, info)));
  const known = types.filter((type) => type !== null);
  // What one of them offers is not known: then it is not known either which values few of them offer.
  if (known.length < used.length) return fields;
  return fields.map((field) => ({
    ...field,
    options: field.options.map((option) => {
      const offering = known.filter(
        ({ values }) => values.get(field.name)?.has(option.value) ?? true,
      );
      return offering.length === known.length
        ? option
        : { ...option, onlyIn: offering.map(({ name }) => name) };
    }),
  }));
}

/** Null where this user is not shown it. */
async function readType(
  access: VendorAccess,
  sobject: string,
  { recordTypeId, name }: WireRecordType,
): Promise<OfType | null> {
  try {
    const path = `${data()}/ui-api/object-info/${sobject}/picklist-values/${encodeURIComponent(recordTypeId)}`;
    const parsed = recordTypeValuesSchema.safeParse(await ask(access, path));
    if (!parsed.success) return null;
    const lists = Object.entries(parsed.data.picklistFieldValues);
    return {
      name,
      values: new Map(
        lists.map(([field, { values }]) => [
          field,
          new Set(values.flatMap(({ value }) => value ?? [])),
        ]),
      ),
    };
  } catch (error) {
    // It says more of the lists and is not needed for them, whatever keeps it from being answered.
    if (error instanceof VendorFault && error.code !== "unauthorised") return null;
    throw error;
  }
}

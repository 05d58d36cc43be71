import * as z from "zod";
import { listOf, scopesSchema } from "../vendor-call.server.ts";

/** There is no `expires_in`: how long a token lasts is a setting of the organisation. */
export const tokenSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  instance_url: z.url(),
  scope: scopesSchema.nullish(),
  /** `https://login.salesforce.com/id/{organisation}/{user}` */
  id: z.string().nullish(),
});
export const userSchema = z.object({
  organization_id: z.string().min(1),
  preferred_username: z.string().nullish(),
  email: z.string().nullish(),
});
export const organisationsSchema = z.object({
  records: z.array(z.object({ Name: z.string().nullish(), IsSandbox: z.boolean().nullish() })),
});
export const limitsSchema = z.object({
  DailyApiRequests: z.object({ Max: z.number(), Remaining: z.number() }),
});
export const createdSchema = z.object({ id: z.string().min(1) });
export const idsSchema = z.object({ records: z.array(z.object({ Id: z.string() })) });
export const namesSchema = z.object({ records: z.array(z.object({ Name: z.string() })) });
export const activitiesSchema = z.object({
  records: z.array(z.object({ Id: z.string(), Description: z.string().nullish() })),
  nextRecordsUrl: z.string().nullish(),
});
export const pageSchema = z.object({
  records: z.array(z.unknown()),
  nextRecordsUrl: z.string().nullish(),
});
const text = z.string().nullish();
export const contactSchema = z.object({
  Id: z.string().min(1),
  Name: text,
  FirstName: text,
  LastName: text,
  ...{ Title: text, Email: text, Phone: text, MobilePhone: text, AccountId: text },
});
export const companySchema = z.object({ Id: z.string().min(1), Name: text, Website: text });
export const dealSchema = z.object({
  Id: z.string().min(1),
  ...{ Name: text, StageName: text, AccountId: text, NextStep: text, CurrencyIsoCode: text },
  ...{ CloseDate: text, CreatedDate: text },
  IsClosed: z.boolean().nullish(),
  IsWon: z.boolean().nullish(),
  Amount: z.union([z.number(), z.string()]).nullish(),
  Account: z.object({ Name: text }).nullish(),
  Owner: z.object({ Name: text, Email: text }).nullish(),
});
export const stagesSchema = z.object({
  records: z.array(
    z.object({
      ApiName: text,
      MasterLabel: text,
      IsClosed: z.boolean().nullish(),
      IsWon: z.boolean().nullish(),
    }),
  ),
});
export type WireStage = z.output<typeof stagesSchema>["records"][number];
export const statusesSchema = z.array(z.object({ ApiName: text, MasterLabel: text }));
export const rolesSchema = z.object({
  records: z.array(z.object({ OpportunityId: z.string(), ContactId: z.string() })),
});
export const recordSchema = z.looseObject({ Id: z.string().min(1) });
export const mastersSchema = z.object({ records: z.array(z.object({ MasterRecordId: text })) });

const fieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  type: z.string(),
  length: z.number().catch(0),
  updateable: z.boolean().catch(false),
  createable: z.boolean().catch(false),
  nillable: z.boolean().catch(true),
  defaultedOnCreate: z.boolean().catch(false),
  custom: z.boolean().catch(false),
  calculated: z.boolean().catch(false),
  deprecatedAndHidden: z.boolean().catch(false),
  htmlFormatted: z.boolean().nullish(),
  extraTypeInfo: z.string().nullish(),
  restrictedPicklist: z.boolean().catch(false),
  picklistValues: z
    .array(
      z.object({
        value: z.string(),
        label: z.string().nullish(),
        active: z.boolean().catch(true),
      }),
    )
    .nullish(),
  referenceTo: z.array(z.string()).nullish(),
});
export type WireField = z.output<typeof fieldSchema>;
const recordTypeSchema = z.object({
  recordTypeId: z.string().min(1),
  name: z.string(),
  master: z.boolean().catch(false),
  available: z.boolean().catch(true),
  active: z.boolean().catch(true),
});
export const describeSchema = z.object({
  fields: listOf(fieldSchema),
  recordTypeInfos: z.array(recordTypeSchema).nullish(),
});
export type WireRecordType = z.output<typeof recordTypeSchema>;
/** What each list offers to records of one type. */
export const recordTypeValuesSchema = z.object({
  picklistFieldValues: z.record(
    z.string(),
    z.object({ values: z.array(z.object({ value: z.string().nullable() })) }),
  ),
});

export const errorsSchema = z.array(
  z.object({
    errorCode: z.string(),
    message: z.string().catch(""),
    fields: z.array(z.string()).nullish().catch(null),
  }),
);

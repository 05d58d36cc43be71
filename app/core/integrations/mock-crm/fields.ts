import type {
  CrmField,
  CrmFieldType,
  CrmObject,
} from "#app/core/domain/connection/connection-types.ts";

type Wishes = Partial<Omit<CrmField, "name" | "label" | "type" | "options">>;

const LENGTHS: Partial<Record<CrmFieldType, number>> = {
  text: 255,
  longtext: 32_000,
  richtext: 32_000,
  url: 255,
  email: 80,
  phone: 40,
};

function field(name: string, label: string, type: CrmFieldType, wishes: Wishes = {}): CrmField {
  return {
    ...{ name, label, type, length: LENGTHS[type] ?? null },
    ...{ isWriteable: true, isRequired: false, isCustom: name.endsWith("__c") },
    ...{ isRestricted: false, options: [], references: [] },
    ...wishes,
  };
}
const choice = (
  name: string,
  label: string,
  values: readonly string[],
  { old = [], type = "picklist" as const, ...wishes }: ChoiceWishes = {},
): CrmField => ({
  ...field(name, label, type, { isRestricted: true, ...wishes }),
  options: [
    ...values.map((value) => ({ value, label: value, isActive: true })),
    ...old.map((value) => ({ value, label: value, isActive: false })),
  ],
});
type ChoiceWishes = Wishes & { old?: readonly string[]; type?: "picklist" | "multipicklist" };

const owner = field("OwnerId", "Owner", "reference", { references: ["User"] });
const changed = field("LastModifiedDate", "Last changed", "datetime", { isWriteable: false });
const activity = [
  field("Subject", "Subject", "text", { isRequired: true }),
  field("Description", "Comments", "longtext"),
  owner,
];

/** What the demo's CRM knows of each object, named as Salesforce names it. */
export const MOCK_FIELDS: Record<CrmObject, CrmField[]> = {
  deal: [
    field("Name", "Deal name", "text", { length: 120, isRequired: true }),
    choice(
      "StageName",
      "Stage",
      ["Qualification", "Discovery", "Proposal", "Negotiation", "Won", "Lost"],
      { old: ["Evaluation"], isRequired: true },
    ),
    field("Amount", "Amount", "money"),
    field("CloseDate", "Close date", "date", { isRequired: true }),
    field("NextStep", "Next step", "text"),
    field("Probability", "Probability", "percent"),
    owner,
    choice("MainCompetitor__c", "Main competitor", ["Routely", "TransFleet", "In-house", "Other"], {
      old: ["Hauly"],
    }),
    choice("Interests__c", "Interested in", ["Planning", "Tracking", "Invoicing", "Support"], {
      type: "multipicklist",
    }),
    field("Pain_Points__c", "Pain points", "longtext", { length: 4_000 }),
    field("Customer_Situation__c", "Customer situation", "longtext"),
    field("Meeting_Notes__c", "Meeting notes", "richtext"),
    field("Decision_Date__c", "Decision date", "date"),
    field("Next_Meeting__c", "Next meeting", "datetime"),
    field("Decision_Maker__c", "Decision maker", "reference", { references: ["Contact"] }),
    field("Budget_Confirmed__c", "Budget confirmed", "boolean"),
    field("Seats__c", "Seats", "number"),
    field("Proposal_Link__c", "Link to the proposal", "url"),
    field("Description", "Description", "longtext"),
    changed,
  ],
  contact: [
    field("LastName", "Name", "text", { length: 80, isRequired: true }),
    field("Title", "Title", "text", { length: 128 }),
    field("Email", "E-mail", "email"),
    field("Phone", "Phone", "phone"),
    choice("Role__c", "Role in the decision", ["Decides", "Influences", "Uses", "Blocks"]),
    field("Description", "Description", "longtext"),
    changed,
  ],
  company: [
    field("Name", "Company name", "text", { isRequired: true }),
    choice("Industry", "Industry", ["Food", "Logistics", "Manufacturing", "Retail", "Software"]),
    field("NumberOfEmployees", "Employees", "number"),
    field("Website", "Website", "url"),
    field("Description", "Description", "longtext"),
    changed,
  ],
  task: [
    ...activity,
    field("ActivityDate", "Due date", "date"),
    choice("Status", "Status", ["Not Started", "In Progress", "Completed"]),
  ],
  event: [...activity, field("StartDateTime", "Start", "datetime")],
  call: [...activity, field("ActivityDate", "Date", "date")],
  note: activity,
};

import { describe, expect, test } from "vitest";
import type { CrmField } from "../connection/connection-types.ts";
import { rowOptions } from "./mapping.schema.ts";
import { rowHealth, type SavedRow, sourceTypeOf } from "./row-health.ts";

const field = (name: string, more: Partial<CrmField> = {}): CrmField => ({
  ...{ name, label: "Pain points", type: "longtext", length: 4_000, isWriteable: true },
  ...{ isRequired: false, isCustom: true, isRestricted: true, options: [], references: [] },
  ...more,
});
const row = (more: Partial<SavedRow> = {}): SavedRow => ({
  ...{ section: "pain", object: "deal", field: "Pain__c" },
  ...{ fieldLabel: "Pain points", fieldType: "longtext", options: rowOptions.parse({}) },
  ...more,
});

describe("the health of a row", () => {
  test("good: the field is there, or was never read", () => {
    const good = { trouble: null, note: null };
    expect(rowHealth(row(), [field("Pain__c")], "bullets")).toEqual(good);
    expect(rowHealth(row(), null, "bullets")).toEqual(good);
  });

  test("a field that is gone proposes those of the same label and type that fit", () => {
    const fields = [
      field("Customer_Pain__c", { label: "ＰＡＩＮ points " }),
      field("Other__c", { label: "Other" }),
      field("Pain_short__c", { type: "text" }),
      field("Pain_locked__c", { isWriteable: false }),
    ];
    expect(rowHealth(row(), fields, "bullets").trouble).toEqual({
      kind: "field_gone",
      renamed: [{ name: "Customer_Pain__c", label: "ＰＡＩＮ points " }],
    });
    expect(rowHealth(row(), [], "bullets").trouble).toEqual({ kind: "field_gone", renamed: [] });
  });

  test("what cannot be written, and what cannot be written so", () => {
    const locked = field("Pain__c", { isWriteable: false });
    expect(rowHealth(row(), [locked], "bullets").trouble).toEqual({ kind: "not_writeable" });
    const percent = field("Pain__c", { type: "percent" });
    const notes = field("Notes__c", { label: "Notes" });
    expect(rowHealth(row(), [percent, notes], "bullets").trouble).toEqual({
      kind: "impossible",
      fitting: [{ name: "Notes__c", label: "Notes" }],
    });
    expect(rowHealth(row(), [field("Pain__c")], null).trouble).toEqual({ kind: "section_gone" });
  });

  test("values the list no longer takes", () => {
    const options = [
      { value: "A", label: "A", isActive: true },
      { value: "B", label: "B", isActive: false },
    ];
    const list = field("Pain__c", { type: "picklist", options });
    const mapped = row({
      fieldType: "picklist",
      options: rowOptions.parse({
        translation: { one: "A", two: "B", three: "" },
        noMatch: { kind: "other", value: "C" },
      }),
    });
    expect(rowHealth(mapped, [list], "enum").trouble).toEqual({
      kind: "option_gone",
      values: ["B", "C"],
    });
  });

  test("a new label or type that still fits is a note", () => {
    const renamed = field("Pain__c", { label: "課題" });
    expect(rowHealth(row(), [renamed], "bullets")).toEqual({
      trouble: null,
      note: { kind: "label_changed", from: "Pain points", to: "課題" },
    });
    const rich = field("Pain__c", { type: "richtext" });
    expect(rowHealth(row(), [rich], "bullets").note).toEqual({
      kind: "type_changed",
      from: "longtext",
      to: "richtext",
    });
  });

  test("what a row maps has a type", () => {
    const sections = [{ key: "pain", type: "bullets" as const }];
    expect(sourceTypeOf("pain", sections)).toBe("bullets");
    expect(sourceTypeOf("*", sections)).toBe("summary");
    expect(sourceTypeOf("gone", sections)).toBeNull();
  });
});

import type * as z from "zod";

type Issue = z.core.$ZodRawIssue;

/**
 * What a zod issue is called on screens (product §7.2): a code of the `forms` catalogue with its values
 * as a query, e.g. `too_short?n=12`. A schema may name a code itself as its message.
 */
export function formCode(issue: Issue): string {
  switch (issue.code) {
    case "too_small":
      if (issue.origin === "string")
        return Number(issue.minimum) <= 1 ? "required" : `too_short?n=${String(issue.minimum)}`;
      return issue.origin === "array" ? "required" : `too_small?n=${String(issue.minimum)}`;
    case "too_big":
      return `${issue.origin === "string" ? "too_long" : "too_big"}?n=${String(issue.maximum)}`;
    case "invalid_format":
      return issue.format === "email"
        ? "invalid_email"
        : issue.format === "url"
          ? "invalid_url"
          : "invalid";
    case "invalid_type":
      // What a number is made of is gone by now: an empty text and a word are both no number.
      if (Number.isNaN(issue.input)) return "invalid_number";
      return issue.input === undefined || issue.input === null || issue.input === ""
        ? "required"
        : "invalid";
    case "custom":
    case "invalid_element":
    case "invalid_key":
    case "invalid_union":
    case "invalid_value":
    case "not_multiple_of":
    case "unrecognized_keys":
      return "invalid";
  }
}

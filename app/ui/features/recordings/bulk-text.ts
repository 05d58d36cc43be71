import type { TFunction } from "i18next";
import type { BulkLine } from "#app/core/domain/bulk/bulk-views.ts";

/** What a run does, in words: "Add label “Pricing”". */
export function whatText(
  t: TFunction<"bulk">,
  { kind, isUndo, label, person, visibility, tracker, library }: BulkLine,
): string {
  const what =
    kind === "give_label" || kind === "take_label"
      ? label === null
        ? t("what.some_label")
        : t(`what.${kind}`, { label: label.name })
      : kind === "set_access"
        ? t("what.set_access", { visibility: t(`access.${visibility ?? "team"}`) })
        : kind === "assign_reviewer" || kind === "set_owner"
          ? person === null || person === ""
            ? t(kind === "set_owner" ? "what.some_owner" : "what.some_reviewer")
            : t(`what.${kind}`, { name: person })
          : kind === "run_tracker"
            ? tracker === null
              ? t("what.some_tracker")
              : t("what.run_tracker", { name: tracker })
            : kind === "add_to_library"
              ? library === null
                ? t("what.some_library")
                : t("what.add_to_library", { name: library })
              : t(`what.${kind}`);
  return isUndo ? t("what.undo", { what }) : what;
}

export const isOpenRun = ({ state }: Pick<BulkLine, "state">): boolean =>
  state === "queued" || state === "running";

/** How far it is: "34 of 120 calls". */
export const progressText = (t: TFunction<"bulk">, { state, done, total }: BulkLine): string =>
  t(state === "queued" ? "run.queued" : "run.running", { done, total });

const DONE = {
  delete: "deleted",
  restore: "restored",
  set_owner: "handed",
  add_to_library: "added",
  recognise: "begun",
} as const satisfies Partial<Record<BulkLine["kind"], string>>;
const hasOwnWord = (kind: BulkLine["kind"]): kind is keyof typeof DONE => kind in DONE;

/** What was done with the calls, where a word says it better than "changed". */
export function doneKey({ kind, isUndo }: Pick<BulkLine, "kind" | "isUndo">) {
  if (isUndo) return kind === "delete" ? "restored" : "done";
  return hasOwnWord(kind) ? DONE[kind] : "done";
}

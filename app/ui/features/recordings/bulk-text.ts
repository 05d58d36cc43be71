import type { TFunction } from "i18next";
import type { BulkLine } from "#app/core/domain/bulk/bulk-views.ts";

/** What a run does, in words: "Add label “Pricing”". */
export function whatText(
  t: TFunction<"bulk">,
  { kind, isUndo, label, reviewer, visibility, tracker, library }: BulkLine,
): string {
  const what =
    kind === "give_label" || kind === "take_label"
      ? label === null
        ? t("what.some_label")
        : t(`what.${kind}`, { label: label.name })
      : kind === "set_access"
        ? t("what.set_access", { visibility: t(`access.${visibility ?? "team"}`) })
        : kind === "assign_reviewer"
          ? t("what.assign_reviewer", { name: reviewer ?? "" })
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

import type {
  GroupLine,
  LabelLine,
  MergeLine,
  RulePreview,
} from "#app/core/domain/label/label-views.ts";
import type { PersonRef } from "#app/core/domain/views.ts";

export type LabelsTab = "labels" | "archived" | "groups";
export type LabelsView = {
  tab: LabelsTab;
  labels: LabelLine[];
  groups: GroupLine[];
  merges: MergeLine[];
  /** Those the actor may make labels for. */
  teams: PersonRef[];
  edited: LabelLine | null;
  /** The id of the row whose form is open. */
  open: string | null;
  /** The rule as it was typed for a preview. */
  typedRule: string | null;
  preview: RulePreview | null;
  can: { make: boolean; makeAny: boolean };
};

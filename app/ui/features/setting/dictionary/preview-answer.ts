import type { TrackerPreviewAnswer } from "#app/core/pages/dictionary-views.ts";

/** The preview of a tracker among what the page was answered. @param trackerId null: of a new one */
export const previewOf = (
  answer: unknown,
  trackerId: string | null,
): TrackerPreviewAnswer | null =>
  isPreview(answer) && answer.typed.trackerId === trackerId ? answer : null;

const isPreview = (answer: unknown): answer is TrackerPreviewAnswer =>
  typeof answer === "object" &&
  answer !== null &&
  "intent" in answer &&
  answer.intent === "preview_tracker" &&
  "preview" in answer;

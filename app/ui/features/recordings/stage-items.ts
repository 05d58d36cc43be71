import type { TFunction } from "i18next";
import type { RecordingRow } from "#app/core/pages/recordings-views.ts";
import type { StageView } from "#app/core/domain/recording/stage-views.ts";
import type { useFormat } from "#app/i18n/place.tsx";
import type { StageItem } from "#app/ui/components/primitive/stages.tsx";

type Format = ReturnType<typeof useFormat>;
type T = TFunction<"stages">;

/** The longest call, for the sentence of `too_long` (product §6). */
const LONGEST_HOURS = 6;

/** A cause as its sentence; one nobody wrote a sentence for is a fault on our side. */
export const causeText = (t: T, cause: string): string =>
  t(`cause.${cause}`, { hours: LONGEST_HOURS, defaultValue: t("cause.unexpected") });

/** What to do about a cause. */
export const fixText = (t: T, cause: string): string =>
  t(`fix.${cause}`, { defaultValue: t("fix.other") });

/** What is done is told as done, what goes on as going on; all else by what it will bring. */
const WORDS: Partial<Record<StageView["state"], "name" | "done">> = {
  running: "name",
  done: "done",
};

/** What to do about the stage that failed; null where none did. */
export function fixOf(stages: readonly StageView[], t: T): string | null {
  const failed = stages.find(({ state }) => state === "failed");
  return failed ? fixText(t, failed.cause ?? "unexpected") : null;
}

/** "Transcribing 2:10 of 31:04", "Audio ready", "Statistics" */
export function stageText(stage: StageView, t: T, format: Format): string {
  const name = t(`${WORDS[stage.state] ?? "noun"}.${stage.name}`);
  if (stage.state === "running" && stage.total > 0 && stage.unit !== null) {
    const say = stage.unit === "bytes" ? format.bytes : format.duration;
    return t(`progress.${stage.unit}`, { name, done: say(stage.done), total: say(stage.total) });
  }
  if (stage.state === "waiting" && stage.retryAt !== null)
    return t("retryAt", { name, when: format.when(stage.retryAt) });
  if (stage.cause !== null && stage.cause !== "imported")
    return `${name}: ${causeText(t, stage.cause)}`;
  return name;
}

export const stageItems = (stages: readonly StageView[], t: T, format: Format): StageItem[] =>
  stages
    .filter(({ cause }) => cause !== "imported")
    .map((stage) => ({ id: stage.name, state: stage.state, text: stageText(stage, t, format) }));

/** The stage a row tells of: the one at work, else the one that waits with a reason, else the next. */
export function currentStage({ stages }: Pick<RecordingRow, "stages">): StageView | undefined {
  return (
    stages.find(({ state }) => state === "running") ??
    stages.find(({ state, cause }) => state === "waiting" && cause !== null) ??
    stages.find(({ state }) => state === "waiting")
  );
}

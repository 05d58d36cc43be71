import type { TFunction } from "i18next";
import type { PlaybackSummary } from "#app/core/pages/playback-views.ts";
import { valueText } from "./value-text.ts";

type Format = Parameters<typeof valueText>[1] & { duration: (ms: number) => string };
type Given = {
  summary: PlaybackSummary;
  titleOf: (section: string) => string;
  nameOf: (participantId: string) => string | null;
};

/** A summary as plain text, to be pasted anywhere: sections, their items, and where each was said. */
export function summaryText(
  t: TFunction<"summary">,
  format: Format,
  { summary, titleOf, nameOf }: Given,
): string {
  const sections = new Set([
    ...summary.sections.map(({ key }) => key),
    ...summary.outputs.map(({ section }) => section),
  ]);
  return [...sections]
    .flatMap((section) => {
      const lines = linesOf(section);
      return lines.length === 0 ? [] : [[titleOf(section), ...lines].join("\n")];
    })
    .join("\n\n");

  function linesOf(section: string): string[] {
    const edit = summary.edits.find((one) => one.section === section);
    if (edit)
      return edit.items.map(({ value }) => {
        const owner = "owner" in value && value.owner !== null ? nameOf(value.owner) : null;
        return `- ${valueText(t, format, owner === null ? value : { ...value, ownerName: owner }) ?? ""}`;
      });
    return summary.outputs
      .filter((output) => output.section === section && output.certainty !== "not_discussed")
      .flatMap(({ value, evidence }) => {
        const text = valueText(t, format, value);
        const places = evidence.map(({ t0Ms, speaker }) =>
          `${format.duration(t0Ms)} ${speaker}`.trim(),
        );
        if (text !== null) return [`- ${text} (${places.join(", ")})`];
        return evidence.map(({ quote }, at) => `- “${quote}” (${places[at] ?? ""})`);
      });
  }
}

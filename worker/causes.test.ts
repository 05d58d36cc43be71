import { expect, test } from "vitest";
import en from "#app/i18n/generated/en/stages.json" with { type: "json" };
import ja from "#app/i18n/generated/ja/stages.json" with { type: "json" };
import { MOST_CHANNELS, MOST_TRACKS } from "#media/ffmpeg/guard.ts";
import { REFUSALS } from "#media/ffmpeg/media-error.ts";

const languages: Record<string, Record<"cause" | "fix", Record<string, string>>> = { en, ja };

test.each(Object.entries(languages))(
  "every refusal of a file has a sentence of its own in %s, and one that says what to do",
  (_, texts) => {
    for (const group of ["cause", "fix"] as const) {
      const sentences = Object.keys(REFUSALS).map((code) => texts[group][code] ?? `${code}: none`);
      expect(sentences.filter((text) => text.endsWith(": none"))).toEqual([]);
      expect(new Set(sentences).size).toBe(sentences.length);
    }
    expect(texts.cause["too_many_tracks"]).toContain(` ${MOST_TRACKS} `);
    expect(texts.cause["too_many_channels"]).toContain(` ${MOST_CHANNELS} `);
  },
);

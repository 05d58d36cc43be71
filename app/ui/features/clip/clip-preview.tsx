import { useEffect, useRef, useState } from "react";
import type { PlayerSettings } from "#app/core/domain/account/player-settings.ts";
import type { ClipLine } from "#app/core/domain/clip/clip-list-views.ts";
import {
  decodeIndex,
  decodePage,
  segmentNear,
  type SegmentTable,
  wordAt,
  type WordPage,
  wordsOf,
} from "#app/core/domain/transcript/wire-decode.ts";
import type { WireIndex, WirePage } from "#app/core/domain/transcript/wire.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { PlayerProvider, usePlayer, usePosition } from "#app/ui/features/player/player-context.tsx";

type Props = { clip: ClipLine; mixId: string; settings: PlayerSettings; onEnd: () => void };

/** Plays a clip in its card, with the words that are said as they are said. */
export default function ClipPreview({ clip, mixId, settings, onEnd }: Props) {
  return (
    <PlayerProvider
      call={{ title: clip.title, durationMs: clip.durationMs }}
      heardUrl={null}
      mixUrl={paths.clipFile(mixId)}
      videoUrl={null}
      lanes={NONE}
      silences={NONE}
      settings={settings}
      startMs={null}
      endMs={null}
    >
      <Caption clip={clip} onEnd={onEnd} />
    </PlayerProvider>
  );
}

const NONE: never[] = [];

type Words = { table: SegmentTable; page: WordPage };

function Caption({ clip, onEnd }: Pick<Props, "clip" | "onEnd">) {
  const { t } = useTranslation("player");
  const store = usePlayer();
  const words = useWords(clip.id);
  const [said, setSaid] = useState<{ before: string; word: string; after: string } | null>(null);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    store.play();
    let hasPlayed = false;
    return store.subscribe(() => {
      const { isPlaying, hasFailed } = store.get();
      hasPlayed ||= isPlaying;
      if (hasFailed) setLost(true);
      else if (hasPlayed && !isPlaying) latest.current();
    });
  }, [store]);
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  usePosition((ms) => setSaid(words && captionAt(words, ms)));
  if (isLost)
    return (
      <p role="alert" className="text-danger">
        {t("failed")}
      </p>
    );
  if (said === null)
    return <p className="truncate">{clip.quote === null ? "" : `“${clip.quote}”`}</p>;
  return (
    <p className="truncate">
      {said.before}{" "}
      <span className="rounded-mark bg-ink px-0.5 text-surface-raised">{said.word}</span>{" "}
      {said.after}
    </p>
  );
}

const AROUND = 4;

/** The word that is said with a few around it. */
function captionAt({ table, page }: Words, ms: number) {
  const segment = segmentNear(table, ms);
  if (segment < 0 || segment >= page.count) return null;
  const word = wordAt(page, segment, ms);
  const [from, to] = wordsOf(page, segment);
  if (word < from) return null;
  const text = page.text[segment] ?? "";
  const slice = (a: number, b: number) =>
    a >= b ? "" : text.slice(page.charStart[a] ?? 0, page.charEnd[b - 1] ?? 0);
  return {
    before: slice(Math.max(from, word - AROUND), word),
    word: slice(word, word + 1),
    after: slice(word + 1, Math.min(to, word + 1 + AROUND)),
  };
}

/** The first page of the clip's words: what a preview is long. */
function useWords(clipId: string): Words | null {
  const [words, setWords] = useState<Words | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    const read = async <T,>(part: string): Promise<T> => {
      const answer = await fetch(`${paths.clipPages(clipId)}/${part}`, { signal: gone.signal });
      if (!answer.ok) throw new Error("no words");
      const data: unknown = await answer.json();
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote it
      return data as T;
    };
    Promise.all([read<WireIndex>("index"), read<WirePage>("0")]).then(
      ([index, page]) => {
        const table = decodeIndex(index);
        setWords({ table, page: decodePage(table, 0, page) });
      },
      // Without words it plays all the same.
      () => undefined,
    );
    return () => gone.abort();
  }, [clipId]);
  return words;
}

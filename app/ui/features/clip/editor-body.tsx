import { useNavigation } from "@remix-run/react";
import { Play, Plus, Repeat2, Scissors, VolumeX } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { CutMask } from "#app/core/domain/cut/cut.ts";
import type { RangeMs } from "#app/core/domain/views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { useClosingWarning } from "#app/ui/browser/use-closing-warning.ts";
import { useKeyAction } from "#app/ui/features/player/key-actions.tsx";
import type { Layer } from "#app/ui/features/player/layers.ts";
import { usePlayer } from "#app/ui/features/player/player-context.tsx";
import { Timeline } from "#app/ui/features/player/timeline.tsx";
import { type SelectionAction, takeSelected } from "#app/ui/features/transcript/selected-words.ts";
import { Transcript } from "#app/ui/features/transcript/transcript.tsx";
import type { EditorProps } from "./clip-editor.tsx";
import { ClipTransport } from "./clip-player.tsx";
import { changesOf, type Draft, draftOf, heardMasks } from "./draft.ts";
import { PieceList } from "./piece-list.tsx";
import { PiecesBar } from "./pieces-bar.tsx";
import { Refusal } from "./refusal.tsx";
import { SaveBar } from "./save-bar.tsx";
import { SettingsPanel } from "./settings-panel.tsx";
import { usePlayPieces } from "./use-play-pieces.ts";

const MOST_PIECES = 20;
const MOST_BEFORE = 50;

/** Pieces, words and settings of a clip side by side, and under the title what saving would change. */
export function EditorBody({ view, editor, refusal }: EditorProps) {
  const { clip } = view;
  const { t } = useTranslation("clip");
  const store = usePlayer();
  const kept = useMemo(() => draftOf(clip), [clip]);
  const { draft, change, undo, canUndo } = useDraft(kept);
  const [chosen, setChosen] = useState(0);
  const { playing, playFrom } = usePlayPieces();
  const changes = changesOf(draft, kept);
  const isSaving = useNavigation().state !== "idle";
  useClosingWarning(changes.length > 0 && !isSaving);

  const setPieces = (pieces: readonly RangeMs[]) =>
    change({ pieces, masks: heardMasks(draft.masks, pieces) });
  const setPiece = (at: number, part: Partial<RangeMs>) =>
    setPieces(draft.pieces.map((piece, n) => (n === at ? { ...piece, ...part } : piece)));
  const addPiece = (piece: RangeMs) => {
    if (draft.pieces.length >= MOST_PIECES) return;
    setChosen(draft.pieces.length);
    setPieces([...draft.pieces, piece]);
  };
  useKeyAction("page.clipStart", () => setPiece(chosen, { t0Ms: Math.floor(store.positionMs()) }));
  useKeyAction("page.clipEnd", () => setPiece(chosen, { t1Ms: Math.ceil(store.positionMs()) }));
  useKeyAction("page.clipTake", () => takeSelected.get()?.());

  const actions: SelectionAction[] = [
    {
      ...{ id: "add", icon: Plus, keys: "X" },
      label: t("select.add", { n: draft.pieces.length + 1 }),
      name: t("select.add", { n: draft.pieces.length + 1 }),
      run: ({ t0Ms, t1Ms }) => addPiece(whole({ t0Ms, t1Ms })),
    },
    {
      ...{ id: "replace", icon: Repeat2 },
      label: t("select.replace", { n: chosen + 1 }),
      name: t("select.replace", { n: chosen + 1 }),
      run: ({ t0Ms, t1Ms }) => setPiece(chosen, whole({ t0Ms, t1Ms })),
    },
    {
      ...{ id: "bleep", icon: VolumeX },
      label: t("select.bleep"),
      name: t("select.bleep"),
      run: ({ t0Ms, t1Ms, speakers }) => {
        const masks: CutMask[] = speakers.map((id) => ({
          participantId: id === "" ? null : id,
          ...whole({ t0Ms, t1Ms }),
        }));
        change({ masks: [...draft.masks, ...masks] });
      },
    },
    {
      ...{ id: "play", icon: Play },
      label: t("select.play"),
      run: ({ t0Ms, t1Ms }) => {
        store.range({ t0Ms, t1Ms });
        store.play();
      },
    },
  ];
  const wash = draft.pieces[chosen] ?? null;
  return (
    <>
      <Refusal refusal={refusal} />
      <SaveBar clip={clip} draft={draft} changes={changes} onUndo={canUndo ? undo : undefined} />
      <div className="min-w-0">
        <div className="noscript:hidden">
          <Timeline lanes={editor.lanes} layers={usePieceLayers(draft.pieces, chosen)} />
          <PiecesBar
            draft={draft}
            chosen={chosen}
            playing={playing}
            onChoose={setChosen}
            onPlay={() => playFrom(draft.pieces, 0)}
          />
          <ClipTransport isAlone={editor.lanes.length === 0} />
        </div>
      </div>
      <div className="grid content-start gap-5 desk:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid min-w-0 content-start gap-5">
          <PieceList
            pieces={draft.pieces}
            chosen={chosen}
            onChoose={setChosen}
            onChange={setPieces}
            onPlay={(at) => {
              setChosen(at);
              playFrom(draft.pieces, at, true);
            }}
          />
          <div className="desk:-mx-2.5">
            <p className="flex items-center gap-1.5 pb-1 text-sm text-ink-muted desk:px-2.5">
              <Scissors size={14} aria-hidden /> {t("select.hint")}
            </p>
            <Words editor={editor} actions={actions} wash={wash} />
          </div>
        </div>
        <SettingsPanel view={view} editor={editor} draft={draft} onChange={change} />
      </div>
    </>
  );
}

const whole = ({ t0Ms, t1Ms }: RangeMs): RangeMs => ({
  t0Ms: Math.floor(t0Ms),
  t1Ms: Math.ceil(t1Ms),
});

/** What is changed and not saved, with the way back. */
function useDraft(kept: Draft) {
  const [past, setPast] = useState<readonly Draft[]>([kept]);
  const draft = past.at(-1) ?? kept;
  return {
    draft,
    change: useCallback((part: Partial<Draft>) => {
      setPast((before) => {
        const last = before.at(-1);
        return last ? [...before, { ...last, ...part }].slice(-MOST_BEFORE) : before;
      });
    }, []),
    undo: useCallback(
      () => setPast((before) => (before.length > 1 ? before.slice(0, -1) : before)),
      [],
    ),
    canUndo: past.length > 1,
  };
}

/** The pieces behind the voices, the chosen one stronger. */
function usePieceLayers(pieces: readonly RangeMs[], chosen: number): readonly Layer[] {
  const { t } = useTranslation("clip");
  return useMemo((): readonly Layer[] => {
    const one = pieces[chosen];
    return [
      {
        ...{ kind: "shade", id: "clip-pieces", label: t("pieces.title"), look: "plain" },
        ranges: pieces.filter((_, n) => n !== chosen),
        said: t("pieces.count", { count: pieces.length }),
      },
      {
        ...{ kind: "shade", id: "clip-chosen", label: t("pieces.chosen"), look: "chosen" },
        ranges: one ? [one] : [],
      },
    ];
  }, [pieces, chosen, t]);
}

type WordsProps = Pick<EditorProps, "editor"> & {
  actions: readonly SelectionAction[];
  wash: RangeMs | null;
};

/** The call's words; what is selected becomes a piece. */
function Words({ editor, actions, wash }: WordsProps) {
  const { callId, transcript, start } = editor;
  const returnTo = useRef<number | null>(null);
  useEffect(() => () => takeSelected.set(null), []);
  const hrefAt = useCallback(
    (ms: number) => paths.playback(callId, { t: Math.floor(ms / 1_000) }),
    [callId],
  );
  return (
    <Transcript
      transcript={transcript}
      start={start}
      urls={{
        index: paths.transcript(callId, transcript.number),
        page: (number) => paths.transcriptPage(callId, transcript.number, number),
      }}
      hrefAt={hrefAt}
      selectionActions={actions}
      editAction={null}
      canAddTerm={false}
      speakers={editor.people}
      interruptions={NO_MARKS}
      wash={wash}
      returnTo={returnTo}
    />
  );
}

const NO_MARKS: readonly never[] = [];

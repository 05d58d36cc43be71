import { useNavigation } from "@remix-run/react";
import { Play, Plus, Repeat2, Scissors, VolumeX } from "lucide-react";
import { type MutableRefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { CutMask } from "#app/core/domain/cut/cut.ts";
import { asHeard } from "#app/core/domain/cut/masks.ts";
import type { RangeMs } from "#app/core/domain/views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { LeaveQuestion } from "#app/ui/components/form/leave-question.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { useClosingWarning } from "#app/ui/browser/use-closing-warning.ts";
import { useKeyAction } from "#app/ui/features/player/key-actions.tsx";
import { usePlayer } from "#app/ui/features/player/player-context.tsx";
import type { MediaPort } from "#app/ui/features/player/player-store.ts";
import { Timeline } from "#app/ui/features/player/timeline.tsx";
import {
  type SelectedWords,
  type SelectionAction,
  takeSelected,
} from "#app/ui/features/transcript/selected-words.ts";
import { Transcript } from "#app/ui/features/transcript/transcript.tsx";
import type { EditorProps } from "./clip-editor.tsx";
import { ClipTransport } from "./clip-player.tsx";
import { changesOf, draftOf, heardMasks, withoutWords } from "./draft.ts";
import { PieceList } from "./piece-list.tsx";
import { PiecesBar } from "./pieces-bar.tsx";
import { Refusal } from "./refusal.tsx";
import { SaveBar } from "./save-bar.tsx";
import { SettingsPanel } from "./settings-panel.tsx";
import { useBleeps } from "./use-bleeps.ts";
import { useDraft } from "./use-draft.ts";
import { usePieceLayers } from "./use-piece-layers.ts";
import { usePlayPieces } from "./use-play-pieces.ts";

const MOST_PIECES = 20;
const MOST_BLEEPS = 200;

type Props = EditorProps & { main: MutableRefObject<MediaPort | null> };

/** Pieces, words and settings of a clip side by side, and under the title what saving would change. */
export function EditorBody({ view, editor, refusal, main }: Props) {
  const { clip } = view;
  const { t } = useTranslation("clip");
  const store = usePlayer();
  const kept = useMemo(() => draftOf(clip), [clip]);
  const { draft, change, undo, canUndo } = useDraft(kept);
  const [picked, setChosen] = useState(0);
  const chosen = Math.min(picked, draft.pieces.length - 1);
  const [full, setFull] = useState<"pieces" | "bleep" | null>(null);
  const { playing, playFrom } = usePlayPieces();
  const changes = changesOf(draft, kept);
  const isSaving = useNavigation().state !== "idle";
  const isDirty = changes.length > 0 && !isSaving;
  useClosingWarning(isDirty);
  const isDropped = useRef(false);
  const masks = useMemo(() => asHeard(draft.masks, editor.lanes), [draft.masks, editor.lanes]);
  useBleeps(main, masks, editor.lanes);
  const layers = usePieceLayers({ pieces: draft.pieces, chosen, masks, lanes: editor.lanes });

  const setPieces = (pieces: readonly RangeMs[]) => {
    setFull(null);
    change({ pieces });
  };
  const setPiece = (at: number, part: Partial<RangeMs>) =>
    setPieces(draft.pieces.map((piece, n) => (n === at ? { ...piece, ...part } : piece)));
  const addPiece = (piece: RangeMs) => {
    if (draft.pieces.length >= MOST_PIECES) {
      setFull("pieces");
      return;
    }
    setPieces([...draft.pieces, piece]);
    setChosen(draft.pieces.length);
  };
  const bleep = ({ t0Ms, t1Ms, speakers, text }: SelectedWords) => {
    const wanted: CutMask[] = speakers.map((id) => ({
      participantId: id === "" ? null : id,
      ...whole({ t0Ms, t1Ms }),
    }));
    const added = wanted.filter((mask) => !draft.masks.some((had) => isSameMask(mask, had)));
    const masks = [...draft.masks, ...added];
    setFull(masks.length > MOST_BLEEPS ? "bleep" : null);
    if (masks.length > MOST_BLEEPS) return;
    const isHeard = heardMasks(wanted, draft.pieces).length > 0;
    change({
      masks,
      // The words would be read there all the same.
      ...(isHeard && {
        title: withoutWords(draft.title, text),
        card: draft.card === null ? null : withoutWords(draft.card, text),
      }),
    });
  };
  const startHere = () => setPiece(chosen, { t0Ms: Math.floor(store.positionMs()) });
  const endHere = () => setPiece(chosen, { t1Ms: Math.ceil(store.positionMs()) });
  useKeyAction("page.clipStart", startHere);
  useKeyAction("page.clipEnd", endHere);
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
      run: bleep,
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
      {/* "Drop changes" says what it does; every other way out asks. */}
      <LeaveQuestion isDirty={() => isDirty && !isDropped.current} />
      <SaveBar
        clip={clip}
        draft={draft}
        changes={changes}
        onUndo={canUndo ? undo : undefined}
        onDrop={() => (isDropped.current = true)}
        after={editor.after}
      />
      <div className="min-w-0">
        <div className="noscript:hidden">
          <Timeline lanes={editor.lanes} layers={layers} />
          <PiecesBar
            draft={draft}
            chosen={chosen}
            playing={playing}
            onChoose={setChosen}
            onPlay={() => playFrom(draft.pieces, 0)}
          />
          <ClipTransport isAlone={editor.lanes.length === 0} isAtEdge />
        </div>
      </div>
      <div className="grid content-start gap-5 max-desk:pb-20 desk:grid-cols-[minmax(0,1fr)_320px]">
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
          {full === null ? null : (
            <p role="alert" className="-mt-3 text-sm text-danger">
              {t(`${full}.full`, { max: full === "pieces" ? MOST_PIECES : MOST_BLEEPS })}
            </p>
          )}
          <div className="desk:-mx-2.5">
            <p className="flex items-center gap-1.5 pb-1 text-sm text-ink-muted desk:px-2.5">
              <Scissors size={14} aria-hidden />{" "}
              {t(editor.words === null ? "select.byTime" : "select.hint")}
            </p>
            {editor.words === null ? (
              <p className="flex flex-wrap gap-2">
                <Button onClick={startHere}>{t("marks.start")}</Button>
                <Button onClick={endHere}>{t("marks.end")}</Button>
                <Button
                  icon={Plus}
                  onClick={() => addPiece(atPlace(store.positionMs(), editor.durationMs))}
                >
                  {t("select.addHere", { n: draft.pieces.length + 1 })}
                </Button>
              </p>
            ) : (
              <Words
                callId={editor.callId}
                words={editor.words}
                people={editor.people}
                actions={actions}
                wash={wash}
                masks={masks}
              />
            )}
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

const isSameMask = (one: CutMask, other: CutMask): boolean =>
  one.participantId === other.participantId && one.t0Ms === other.t0Ms && one.t1Ms === other.t1Ms;

/** Ten seconds from where the player is, or the last ten of the call. */
const atPlace = (ms: number, durationMs: number): RangeMs => {
  const t1Ms = Math.min(durationMs, Math.ceil(ms) + 10_000);
  return { t0Ms: Math.max(0, Math.min(Math.floor(ms), t1Ms - 10_000)), t1Ms };
};

type Editor = EditorProps["editor"];
type WordsProps = Pick<Editor, "callId" | "people"> & {
  words: NonNullable<Editor["words"]>;
  actions: readonly SelectionAction[];
  wash: RangeMs | null;
  masks: readonly CutMask[];
};

/** The call's words; what is selected becomes a piece. */
function Words({ callId, people, words, actions, wash, masks }: WordsProps) {
  const { transcript, start } = words;
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
      speakers={people}
      interruptions={NO_MARKS}
      wash={wash}
      bleeps={masks}
      returnTo={returnTo}
    />
  );
}

const NO_MARKS: readonly never[] = [];

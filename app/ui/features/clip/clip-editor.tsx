import type { SubmissionResult } from "@conform-to/react";
import { useCallback, useMemo, useRef } from "react";
import type { ClipEditorView, ClipPageView } from "#app/core/pages/clip.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { KeyActions } from "#app/ui/features/player/key-actions.tsx";
import type { PageKey } from "#app/ui/features/player/keys.ts";
import { PlayerProvider } from "#app/ui/features/player/player-context.tsx";
import type { MediaPort } from "#app/ui/features/player/player-store.ts";
import { CLIP_END, CLIP_START, CLIP_TAKE } from "./clip-keys.ts";
import { EditorBody } from "./editor-body.tsx";

export type EditorProps = {
  view: ClipPageView;
  editor: ClipEditorView;
  refusal: SubmissionResult | undefined;
};

/** Changes what a clip is made of, on the clock of its call; nothing is kept before it is saved. */
export default function ClipEditor(props: EditorProps) {
  const { view, editor } = props;
  const { t } = useTranslation("clip");
  const keys = useMemo<readonly PageKey[]>(
    () => [
      { action: CLIP_START, strokes: [{ key: "i" }], caps: ["I"], label: t("keys.pieceStart") },
      { action: CLIP_END, strokes: [{ key: "o" }], caps: ["O"], label: t("keys.pieceEnd") },
      { action: CLIP_TAKE, strokes: [{ key: "x" }], caps: ["X"], label: t("keys.addPiece") },
    ],
    [t],
  );
  const main = useRef<MediaPort | null>(null);
  const port = useCallback((element: MediaPort) => (main.current = element), []);
  const startMs = view.clip.source?.pieces[0]?.t0Ms ?? 0;
  return (
    <PlayerProvider
      call={{ title: view.clip.title, durationMs: editor.durationMs }}
      heardUrl={paths.heard(editor.callId)}
      mixUrl={editor.mixUrl}
      videoUrl={null}
      lanes={editor.lanes}
      silences={NOTHING}
      settings={view.settings}
      startMs={startMs}
      endMs={null}
      port={port}
    >
      <KeyActions keys={keys}>
        <EditorBody {...props} main={main} />
      </KeyActions>
    </PlayerProvider>
  );
}

const NOTHING: readonly never[] = [];

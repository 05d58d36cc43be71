import { lazy, Suspense } from "react";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { useHydrated } from "#app/ui/components/primitive/use-hydrated.ts";

const LabelEditor = lazy(() => import("./label-editor.tsx"));

/** The labels of a call; for who may change it the ways to give and take them come after the page. */
export function CallLabels({ view }: { view: PlaybackView }) {
  const isReadOnly = useReadOnly() !== undefined;
  const hasScript = useHydrated();
  // In a column of a phone each pill would take the whole width.
  const tags =
    view.labels.length === 0 ? null : (
      <span className="flex flex-wrap gap-1.5">
        {view.labels.map(({ id, name, colour }) => (
          <Tag key={id} dot={colour}>
            {name}
          </Tag>
        ))}
      </span>
    );
  return hasScript && view.can.editCall && !isReadOnly ? (
    <Suspense fallback={tags}>
      <LabelEditor callId={view.call.id} labels={view.labels} />
    </Suspense>
  ) : (
    tags
  );
}

import type { LabelRef } from "#app/core/domain/label/label-views.ts";
import { Dot } from "#app/ui/components/primitive/tag.tsx";

/** The first labels of a row, and how many more there are, which a pointer names. */
const SHOWN = 2;

export function LabelTags({ labels }: { labels: readonly LabelRef[] }) {
  const others = labels.slice(SHOWN);
  return (
    <span className="flex max-w-52 flex-wrap gap-1">
      {labels.slice(0, SHOWN).map(({ id, name, colour }) => (
        <bdi key={id} title={name} className="label-tag">
          <Dot colour={colour} />
          {name}
        </bdi>
      ))}
      {others.length === 0 ? null : (
        <span className="label-tag" title={others.map(({ name }) => name).join(", ")}>
          +{others.length}
          <span className="sr-only">: {others.map(({ name }) => name).join(", ")}</span>
        </span>
      )}
    </span>
  );
}

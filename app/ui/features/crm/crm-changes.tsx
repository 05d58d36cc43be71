import { type ReactNode, useState } from "react";
import type { CrmGroupView, CrmWriteView } from "#app/core/domain/crm/crm-views.ts";
import { paths } from "#app/paths.ts";
import { Citation } from "#app/ui/components/instrument/citation.tsx";
import { Key } from "#app/ui/components/primitive/key.tsx";
import { voiceOf } from "#app/ui/features/player/speaker.ts";
import type { DealSlot } from "./blocked-actions.tsx";
import { CrmGroup } from "./crm-group.tsx";
import { CrmRow } from "./crm-row.tsx";
import { onRowKeys } from "./use-row-keys.ts";
import { useCrmText } from "./use-crm-text.ts";

export type Chosen = { group: CrmGroupView; write: CrmWriteView };
type Props = {
  groups: readonly CrmGroupView[];
  /** Each group says which call it is of. */
  hasCall: boolean;
  /** Plays what a change comes from. */
  onPlay: (chosen: Chosen) => void;
  /** Is told of the row that is current. */
  onCurrent?: (chosen: Chosen) => void;
  deal: DealSlot;
  /** What stands under a row, where it is opened in place. */
  opened?: (chosen: Chosen) => ReactNode;
};

/** Changes of CRMs by call and record; one row is current, and keys act on it. */
export function CrmChanges({ groups, hasCall, onPlay, onCurrent, deal, opened }: Props) {
  const { t } = useCrmText();
  const all = groups.flatMap((group) => group.writes.map((write) => ({ group, write })));
  const [chosen, setChosen] = useState<string | null>(null);
  const first = all.find(({ write }) => write.canDecide && write.state === "in_review") ?? all[0];
  const current = all.find(({ write }) => write.id === chosen) ?? first;
  const play = (id: string) => {
    const found = all.find(({ write }) => write.id === id);
    if (found && found.write.evidence.length > 0) onPlay(found);
  };
  return (
    // Keys are heard for the rows inside, which take the focus.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="@container grid gap-4"
      onKeyDown={(event) => {
        onRowKeys(event, play);
      }}
    >
      {groups.map((group) => (
        <CrmGroup
          key={group.key}
          group={group}
          hasCall={hasCall}
          row={(write) => (
            <CrmRow
              key={write.id}
              group={group}
              write={write}
              isCurrent={write.id === current?.write.id}
              onCurrent={() => {
                setChosen(write.id);
                onCurrent?.({ group, write });
              }}
              evidence={<Chip write={write} onPlay={play} />}
              opened={opened?.({ group, write })}
              deal={deal}
            />
          )}
        />
      ))}
      <p
        aria-label={t("keys.label")}
        className="flex flex-wrap gap-x-4 gap-y-1.5 text-xs text-ink-muted max-sm:hidden"
      >
        <span>
          <Key>↑</Key> <Key>↓</Key> {t("keys.move")}
        </span>
        {(
          [
            ["Space", "play"],
            ["A", "accept"],
            ["E", "edit"],
            ["R", "reject"],
            ["U", "undo"],
          ] as const
        ).map(([key, what]) => (
          <span key={key}>
            <Key>{key}</Key> {t(`keys.${what}`)}
          </span>
        ))}
      </p>
    </div>
  );
}

function Chip({ write, onPlay }: { write: CrmWriteView; onPlay: (id: string) => void }) {
  const [first] = write.evidence;
  if (first === undefined) return null;
  return (
    <Citation
      startMs={first.t0Ms}
      name={first.name.split(/[\s\u3000]/u)[0] ?? ""}
      side={voiceOf(first.side)}
      to={paths.playback(write.callId, { t: Math.floor(first.t0Ms / 1000), tab: "crm" })}
      onPlay={() => {
        onPlay(write.id);
      }}
    />
  );
}

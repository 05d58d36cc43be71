import { Command } from "cmdk";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { controlLook } from "./control-look.ts";

/** A line that can be chosen. With a reason it is shown and cannot be. */
export type CommandLine = {
  key: string;
  text: string;
  note?: string | undefined;
  disabledReason?: string | undefined;
  run: () => void;
};
export type CommandGroup = { heading: string; lines: readonly CommandLine[] };

type Props = {
  /** What it is, for ears. */
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  /** Those without lines are left out. */
  groups: readonly CommandGroup[];
  /** Between the field and the lines: what went wrong. */
  trouble?: ReactNode;
  /** Under the lines, said to ears too. */
  status: string | null;
};

const GROUP =
  "pb-1.5 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-1.5 [&_[cmdk-group-heading]]:pb-0.5 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:font-strong [&_[cmdk-group-heading]]:text-ink-muted";

/** A field over lines in groups: arrows choose, Enter runs; what fits the text is the caller's to say. */
export function CommandBox(props: Props) {
  const { label, placeholder, text, onText, groups, trouble, status } = props;
  const lines = groups.flatMap((group) => group.lines);
  const chosen = useChosen(lines);
  return (
    <Command label={label} shouldFilter={false} loop {...chosen.ofBox}>
      <Command.Input
        value={text}
        onValueChange={(next) => {
          chosen.reset();
          onText(next);
        }}
        maxLength={100}
        placeholder={placeholder}
        className={controlLook({ className: "w-full" })}
      />
      {trouble}
      <Command.List
        label={label}
        className="mt-2 max-h-[min(24rem,60dvh)] overflow-y-auto overscroll-contain"
      >
        {groups
          .filter((group) => group.lines.length > 0)
          .map((group) => (
            <Command.Group key={group.heading} heading={group.heading} className={GROUP}>
              {group.lines.map((line) => (
                <Line key={line.key} line={line} />
              ))}
            </Command.Group>
          ))}
      </Command.List>
      <p role="status" className="min-h-5 pt-1 text-xs text-ink-muted">
        {status}
      </p>
    </Command>
  );
}

/**
 * The first line is chosen until somebody moves from it: lines come one after another, and what Enter runs must not be
 * the one that happened to be there first.
 */
function useChosen(lines: readonly CommandLine[]) {
  const [moved, setMoved] = useState<string | null>(null);
  const isMoving = useRef(false);
  const first = lines.find(({ disabledReason }) => disabledReason === undefined)?.key ?? "";
  const isThere = lines.some(({ key }) => key === moved);
  const move = () => {
    isMoving.current = true;
  };
  return {
    reset: () => {
      isMoving.current = false;
      setMoved(null);
    },
    ofBox: {
      value: moved !== null && isThere ? moved : first,
      onValueChange: (key: string) => {
        if (isMoving.current) setMoved(key);
      },
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key !== "Enter" && key.length > 1) move();
      },
      onPointerMoveCapture: move,
    },
  };
}

function Line({ line: { key, text, note, disabledReason, run } }: { line: CommandLine }) {
  return (
    <Command.Item
      value={key}
      disabled={disabledReason !== undefined}
      onSelect={run}
      className="flex min-h-8 cursor-default items-center gap-3 rounded-control px-2.5 text-sm aria-disabled:text-ink-muted aria-selected:bg-surface-chosen pointer-coarse:min-h-11"
    >
      <bdi className="min-w-0 grow truncate">{text}</bdi>
      <span className="max-w-[45%] shrink-0 truncate text-xs text-ink-muted">
        {disabledReason ?? note}
      </span>
    </Command.Item>
  );
}

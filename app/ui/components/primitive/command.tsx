import { Command } from "cmdk";
import { type LucideIcon, Search } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { Icon } from "./icon.tsx";

/** A line that can be chosen. */
export type CommandLine = {
  key: string;
  text: string;
  icon?: LucideIcon;
  note?: string | undefined;
  /** Why it cannot be done; it can be walked to, and says so. */
  disabledReason?: string | undefined;
  /** Where it goes, for another tab. */
  to?: string;
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
  /** Which keys do what. */
  foot?: ReactNode;
};

const GROUP =
  "pb-1.5 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-0.5 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:font-strong [&_[cmdk-group-heading]]:text-ink-muted";

/** A field over lines in groups: arrows choose, Enter runs; what fits the text is the caller's to say. */
export function CommandBox(props: Props) {
  const { label, placeholder, text, onText, groups, trouble, status, foot } = props;
  const lines = groups.flatMap((group) => group.lines);
  const chosen = useChosen(lines);
  return (
    <Command label={label} shouldFilter={false} loop {...chosen.ofBox}>
      <div className="flex items-center gap-2.5 border-b border-line pb-2.5">
        <Icon of={Search} />
        <Command.Input
          value={text}
          onValueChange={(next) => {
            chosen.reset();
            onText(next);
          }}
          maxLength={100}
          placeholder={placeholder}
          data-quiet-focus
          className="min-w-0 grow bg-transparent text-read outline-none placeholder:text-ink-muted"
        />
      </div>
      {trouble}
      <Command.List
        label={label}
        className="-mx-1.5 max-h-[min(27rem,60dvh)] overflow-y-auto overscroll-contain"
      >
        {groups
          .filter((group) => group.lines.length > 0)
          .map((group) => (
            <Command.Group key={group.heading} heading={group.heading} className={GROUP}>
              {group.lines.map((line) => (
                <Line key={line.key} line={line} typed={text} />
              ))}
            </Command.Group>
          ))}
      </Command.List>
      <p role="status" className="min-h-5 pt-1 text-xs text-ink-muted">
        {status}
      </p>
      {foot}
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
  const value = moved !== null && isThere ? moved : first;
  return {
    reset: () => {
      isMoving.current = false;
      setMoved(null);
    },
    ofBox: {
      value,
      onValueChange: (key: string) => {
        if (isMoving.current) setMoved(key);
      },
      onKeyDown: (event: KeyboardEvent) => {
        const { key, metaKey, ctrlKey } = event;
        if (key !== "Enter" && key.length > 1) move();
        const line = lines.find((one) => one.key === value);
        if (key !== "Enter" || !(metaKey || ctrlKey) || line?.to === undefined) return;
        event.preventDefault();
        window.open(line.to, "_blank", "noopener");
      },
      onPointerMoveCapture: move,
    },
  };
}

function Line({ line, typed }: { line: CommandLine; typed: string }) {
  const { key, text, icon, note, disabledReason, run } = line;
  const isOff = disabledReason !== undefined;
  return (
    <Command.Item
      value={key}
      onSelect={() => {
        if (!isOff) run();
      }}
      data-off={isOff || undefined}
      className="flex min-h-8 cursor-default items-center gap-3 rounded-control px-2.5 text-sm data-off:text-ink-muted aria-selected:bg-surface-chosen pointer-coarse:min-h-11"
    >
      {icon === undefined ? null : <Icon of={icon} />}
      <bdi className="min-w-0 grow truncate">
        <Marked text={text} typed={typed} />
      </bdi>
      <span className="max-w-[45%] shrink-0 truncate text-xs text-ink-muted">
        {disabledReason ?? note}
      </span>
    </Command.Item>
  );
}

/** What was typed, where it is in a line. */
function Marked({ text, typed }: { text: string; typed: string }) {
  const sought = typed.trim().toLowerCase();
  const at = sought === "" ? -1 : text.toLowerCase().indexOf(sought);
  if (at < 0 || text.toLowerCase().length !== text.length) return text;
  const end = at + sought.length;
  return (
    <>
      {text.slice(0, at)}
      <b className="font-strong">{text.slice(at, end)}</b>
      {text.slice(end)}
    </>
  );
}

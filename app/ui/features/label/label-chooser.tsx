import { Plus } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { LabelChoices } from "#app/core/domain/label/label-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { Dot } from "#app/ui/components/primitive/tag.tsx";
import { type PickerLine, pickerLines } from "./picker-lines.ts";

type Props = {
  /** Undefined until they have come. */
  choices: LabelChoices | undefined;
  /** Labels that are on what the choice is for, each marked. */
  given?: readonly { id: string }[];
  /** An earlier choice is not done yet. */
  isBusy: boolean;
  hasFailed: boolean;
  onChoose: (line: PickerLine) => void;
};

/** A field with its list: arrows choose, Enter takes the line, and the field is empty for the next one. */
export function LabelChooser({ choices, given = [], isBusy, hasFailed, onChoose }: Props) {
  const { t } = useTranslation("label");
  const listId = useId();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const lines = pickerLines(choices, text);
  const chosen = Math.min(at, lines.length - 1);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [chosen, text]);
  const isGiven = (id: string) => given.some((label) => label.id === id);
  const choose = (line: PickerLine | undefined) => {
    if (line === undefined || isBusy) return;
    onChoose(line);
    setText("");
    setAt(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((chosen + step + lines.length) % Math.max(1, lines.length));
    else if (event.key === "Enter") choose(lines[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <div className="grid gap-2">
      <input
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={lines[chosen] === undefined ? undefined : `${listId}-${chosen}`}
        aria-label={t(choices?.canMake === true ? "picker.search" : "picker.searchOnly")}
        placeholder={t(choices?.canMake === true ? "picker.search" : "picker.searchOnly")}
        autoComplete="off"
        maxLength={50}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        className={controlLook({ size: "small", className: "w-full" })}
      />
      <ul
        ref={list}
        id={listId}
        role="listbox"
        aria-label={t("picker.title")}
        aria-multiselectable
        className="max-h-64 overflow-y-auto"
      >
        {lines.map((line, n) => (
          // The field has the focus and moves what is chosen here.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={line.kind === "make" ? "make" : line.label.id}
            id={`${listId}-${n}`}
            role="option"
            tabIndex={-1}
            aria-selected={n === chosen}
            onClick={() => choose(line)}
            className="flex min-h-8 cursor-default items-center gap-2 rounded-control px-2 hover:bg-surface-hover aria-selected:bg-surface-chosen"
          >
            {line.kind === "make" ? (
              <>
                <Icon of={Plus} />
                <span className="truncate">{t("picker.make", { name: line.name })}</span>
              </>
            ) : (
              <>
                <Dot colour={line.label.colour} />
                <bdi className="min-w-0 truncate">{line.label.name}</bdi>
                <span className="ml-auto shrink-0 truncate text-xs text-ink-muted">
                  {line.label.isRecent ? t("picker.recent") : line.label.group}
                </span>
                {isGiven(line.label.id) ? (
                  <>
                    <span aria-hidden>✓</span>
                    <span className="sr-only">{t("picker.on")}</span>
                  </>
                ) : null}
              </>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="text-xs text-ink-muted">
        {choices === undefined
          ? t("picker.loading")
          : lines.length === 0
            ? t("picker.none")
            : hasFailed
              ? t("picker.failed")
              : null}
      </p>
    </div>
  );
}

import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import type { Mentionable } from "#app/core/domain/comment/comment-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Face } from "#app/ui/components/primitive/face.tsx";
import { matching, mentionAt, type MentionQuery } from "./mention-query.ts";

type Props = {
  field: RefObject<HTMLTextAreaElement>;
  label: string;
  body: string;
  /** Null until somebody types "@", which asks for them. */
  people: readonly Mentionable[] | null;
  /** Nobody else reads it. */
  isPrivate: boolean;
  isInvalid: boolean;
  errorId: string;
  onAsk: () => void;
  onChange: (body: string) => void;
  onPick: (person: Mentionable, body: string) => void;
  onSend: () => void;
  onCancel: () => void;
};

/** A text in which "@" opens the list of colleagues: arrows choose, Enter takes, Escape closes it. */
export function MentionField(props: Props) {
  const { field, body, people, isPrivate } = props;
  const { t } = useTranslation("comment");
  const id = useId();
  const [query, setQuery] = useState<MentionQuery | null>(null);
  const [at, setAt] = useState(0);
  const isOpen = query !== null && !isPrivate && people !== null;
  const found = isOpen ? matching(people, query.text) : [];
  // "@ 12:30" is no name: a list that finds nobody does not hold the keys.
  const chosen = found.length === 0 ? -1 : Math.min(at, found.length - 1);
  const look = (text: string) => {
    const next = mentionAt(text, field.current?.selectionStart ?? text.length);
    if (next !== null) props.onAsk();
    setQuery(next);
    setAt(0);
  };
  const pick = (person: Mentionable) => {
    const { from, text } = query ?? { from: body.length, text: "" };
    const before = `${body.slice(0, from)}@${person.name} `;
    const rest = body.slice(from + 1 + text.length).replace(/^ /, "");
    props.onPick(person, before + rest);
    setQuery(null);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(before.length, before.length);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const person = found[chosen];
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) props.onSend();
    else if (event.key === "Escape" && isOpen) setQuery(null);
    else if (event.key === "Escape") props.onCancel();
    else if (person !== undefined && step !== undefined)
      setAt((chosen + step + found.length) % found.length);
    else if (person !== undefined && (event.key === "Enter" || event.key === "Tab")) pick(person);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="grid gap-1">
      <textarea
        ref={field}
        name="body"
        aria-label={props.label}
        aria-autocomplete="list"
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={chosen < 0 ? undefined : `${id}-${chosen}`}
        aria-invalid={props.isInvalid}
        aria-describedby={props.isInvalid ? props.errorId : undefined}
        rows={3}
        required
        placeholder={isPrivate ? undefined : t("write.hint")}
        value={body}
        onChange={({ currentTarget }) => {
          props.onChange(currentTarget.value);
          look(currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setQuery(null)}
        className={controlLook({ className: "max-h-60 w-full resize-y field-sizing-content" })}
      />
      {isOpen && found.length > 0 ? (
        <ul
          id={id}
          role="listbox"
          aria-label={t("picker.label")}
          className="max-h-56 overflow-y-auto rounded-control border border-line bg-surface-raised p-1"
        >
          {found.map((person, n) => (
            // The text has the focus and moves what is chosen here.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <li
              key={person.id}
              id={`${id}-${n}`}
              role="option"
              tabIndex={-1}
              aria-selected={n === chosen}
              // The text keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(person)}
              className="flex min-h-8 cursor-default items-center gap-2 rounded-control px-2 text-sm hover:bg-surface-hover aria-selected:bg-surface-chosen"
            >
              <Face name={person.name} size="small" />
              <bdi className="min-w-0 truncate">{person.name}</bdi>
              <span className="ml-auto shrink-0 text-xs text-ink-muted">
                {person.sees ? person.team : t("picker.noAccess")}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      <span role="status" className="sr-only">
        {isOpen && found.length === 0 && query.text !== "" ? t("picker.none") : null}
      </span>
    </div>
  );
}

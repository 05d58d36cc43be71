import type { LogName } from "#app/core/domain/audit/log-query.ts";
import type { ShownEntry } from "#app/core/domain/audit/log-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { type FactWords, factLines } from "./log-facts.ts";
import { logUrl } from "./log-url.ts";

type Say = ReturnType<typeof useTranslation<"log">>["t"];
/** Keys of the catalogue that entries hold are of these signs; others would be read as paths into it. */
const KEY = /^[\w-]+$/;

const factText = (t: Say, name: string): string => {
  const text: string = KEY.test(name) ? t(`fact.${name}`, { defaultValue: "" }) : "";
  return text === "" ? apart(name) : text;
};
/** `mayShareScreen` as `May share screen`. */
const apart = (name: string): string => {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])|_/g, " ").toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};
const choiceText = (t: Say, value: string): string | null => {
  const text: string = KEY.test(value) ? t(`value.${value}`, { defaultValue: "" }) : "";
  return text === "" ? null : text;
};

/** What a log says for people: never a key, an id or a `null`. */
export function useLogWords() {
  const { t } = useTranslation("log");
  const { number, bytes, duration, when, calendarDay } = useFormat();
  const kind = (name: string | null): string => {
    const text: string = name === null ? "" : t(`kind.${name}`, { defaultValue: "" });
    return text === "" ? t("kind.thing") : text;
  };
  const facts: FactWords = {
    fact: (name) => factText(t, name),
    choice: (value) => choiceText(t, value),
    flag: (value) => t(value ? "yes" : "no"),
    pieces: (n) => t("pieces", { count: n }),
    ...{ number, bytes, duration, moment: when, day: calendarDay },
  };
  return {
    facts,
    event: (name: string): string => {
      const text: string = t(`event.${name}`, { defaultValue: "" });
      return text === "" ? t("unknown") : text;
    },
    actor: (name: string): string => {
      const text: string = t(`by.${name}`, { defaultValue: "" });
      return text === "" ? t("unknown") : text;
    },
    /** By its name, and as "A label" where it has none that the reader may know. */
    target: ({ kind: of, name }: { kind: string | null; name: string | null }): string => {
      if (name === null) return kind(of);
      return of === "connection" ? (choiceText(t, name) ?? name) : name;
    },
  };
}

/** What it was done to: by its name, which leads to its page where it has one, and to all entries for it. */
export function LogTarget({ log, entry }: { log: LogName; entry: ShownEntry }) {
  const { t } = useTranslation("log");
  const words = useLogWords();
  const { target, targetKind, targetName, hasPage } = entry;
  if (target === null) return null;
  const others = logUrl(log, { target });
  const name = words.target({ kind: targetKind, name: targetName });
  const place = hasPage ? placeOf(targetKind, target) : undefined;
  if (place === undefined)
    return (
      <TextLink to={others} tone="name" title={t("sameTarget")}>
        <bdi>{name}</bdi>
      </TextLink>
    );
  return (
    <span className="grid leading-6 *:min-h-6">
      <TextLink to={place} tone="name">
        <bdi>{name}</bdi>
      </TextLink>
      <span className="text-xs *:inline-block *:min-h-6 *:leading-6">
        <TextLink to={others}>{t("sameTarget")}</TextLink>
      </span>
    </span>
  );
}

const PLACES: Record<string, (id: string) => string> = {
  call: (id) => paths.playback(id),
  recording: (id) => paths.recording(id),
  clip: (id) => paths.clip(id),
  library: (id) => paths.library(id),
};
const placeOf = (kind: string | null, id: string): string | undefined => PLACES[kind ?? ""]?.(id);

/** Whose eyes, or which right, it was done with. */
export function LogVia({ via }: { via: string | null }) {
  const { t } = useTranslation("log");
  if (via === null) return null;
  return (
    <span className="block text-xs text-ink-muted">
      {t(via.startsWith("view_as:") ? "via.viewAs" : "via.private")}
    </span>
  );
}

/** What changed, a line for each fact. */
export function LogChange({ entry }: { entry: ShownEntry }) {
  const words = useLogWords();
  return (
    <span className="grid gap-0.5 text-xs wrap-anywhere">
      {factLines(entry, words.facts).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  );
}

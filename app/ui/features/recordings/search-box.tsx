import { useNavigate } from "@remix-run/react";
import { CircleHelp, Search } from "lucide-react";
import { type MouseEvent, useEffect, useRef } from "react";
import { type SaidBy, saidBy, withSaidBy } from "#app/core/domain/search/said-by.ts";
import type { RecordingsQuery } from "#app/core/pages/recordings-filters.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Disclosure } from "#app/ui/components/primitive/disclosure.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { Segments } from "#app/ui/components/primitive/segments.tsx";
import { ListForm } from "./list-form.tsx";
import { listUrl } from "./list-url.ts";

const SIDES: readonly (SaidBy | null)[] = [null, "customer", "us"];

/** What to look for, which side must have said it, and how to ask for more. */
export function SearchBox({ query }: { query: RecordingsQuery }) {
  const { t } = useTranslation("search");
  const { t: list } = useTranslation("recordings");
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  // A question may name the side itself.
  const current = query.said ?? saidBy(query.q);
  const urlOf = (text: string, side: SaidBy | null) =>
    listUrl(query, { q: withSaidBy(text, null), said: side });
  // The field stays the same element: another one would take the focus from it and what was typed meanwhile.
  useEffect(() => {
    if (field.current !== null && field.current !== document.activeElement)
      field.current.value = query.q;
  }, [query.q]);
  /** With what stands in the field, which may not have been sent yet. */
  const choose = (side: SaidBy | null) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || field.current === null) return;
    event.preventDefault();
    navigate(urlOf(field.current.value, side), { preventScrollReset: true });
  };
  return (
    <div className="flex w-full flex-wrap items-center gap-2">
      <ListForm
        query={query}
        without={["q"]}
        label={list("search")}
        look="flex min-w-0 basis-full items-center gap-2 rounded-control border border-line-control bg-surface-raised pl-2.5 text-ink-muted desk:basis-96"
      >
        <Icon of={Search} />
        <input
          ref={field}
          type="search"
          name="q"
          defaultValue={query.q}
          aria-label={list("search")}
          placeholder={t("placeholder")}
          className="min-h-8 w-full min-w-0 rounded-control bg-transparent pr-2 text-sm text-ink pointer-coarse:min-h-9 pointer-coarse:text-base"
        />
        {/* Enter in the field sends it: whoever uses the keyboard needs no stop that cannot be seen. */}
        <button type="submit" tabIndex={-1} className="sr-only">
          {list("search")}
        </button>
      </ListForm>
      <Segments
        label={t("said.label")}
        segments={SIDES.map((side) => ({
          to: urlOf(query.q, side),
          label: t(`said.${side ?? "anyone"}`),
          isCurrent: side === current,
          onPress: choose(side),
        }))}
      />
      <HowToSearch query={query} />
    </div>
  );
}

const FORMS = [
  "words",
  "phrase",
  "or",
  "not",
  "side",
  "speaker",
  "near",
  "field",
  "label",
  "owner",
] as const;

function HelpFace() {
  const { t } = useTranslation("search");
  return (
    <span aria-hidden className="inline-flex items-center gap-1.5 px-1.5 text-sm text-link">
      <Icon of={CircleHelp} />
      {t("help.title")}
    </span>
  );
}

function HowToSearch({ query }: { query: RecordingsQuery }) {
  const { t } = useTranslation("search");
  return (
    <Disclosure
      label={t("help.title")}
      face={<HelpFace />}
      place="wide"
      isOpen={query.panel === "help"}
      plainTo={listUrl(query, { panel: "help" })}
    >
      <p className="mb-2 text-sm font-medium">{t("help.title")}</p>
      <p className="mb-2 text-xs text-ink-muted">{t("help.intro")}</p>
      <dl className="grid gap-1.5">
        {FORMS.map((form) => (
          <div key={form}>
            <dt className="font-mono text-xs">{t(`help.${form}.form`)}</dt>
            <dd className="text-xs text-ink-muted">{t(`help.${form}.means`)}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}

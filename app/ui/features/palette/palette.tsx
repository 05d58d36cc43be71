import {
  ArrowRight,
  Bookmark,
  Building2,
  CirclePlay,
  Ear,
  Handshake,
  Keyboard,
  Languages,
  Search,
  Settings2,
  SunMoon,
  UserRound,
  Zap,
} from "lucide-react";
import { useLocation, useNavigate, useSubmit } from "@remix-run/react";
import { useState } from "react";
import type { PaletteView } from "#app/core/pages/palette.server.ts";
import { LANGUAGES, THEMES, type Theme } from "#app/i18n/languages.ts";
import { useFormat, useLanguage } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { useStore } from "#app/ui/browser/store.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { CommandBox, type CommandLine } from "#app/ui/components/primitive/command.tsx";
import { Dialog } from "#app/ui/components/primitive/dialog.tsx";
import { Key } from "#app/ui/components/primitive/key.tsx";
import { pageActions } from "#app/ui/components/primitive/page-actions.ts";
import { useFound } from "./use-found.ts";

export type PaletteProps = {
  /** What was typed before it was there. */
  start?: string;
  /** The screens this member may open. */
  items: readonly { name: string; text: string; to: string }[];
  theme: Theme;
  onClose: () => void;
};

const plain = (text: string): string => text.normalize("NFKC").trim().toLowerCase();

/**
 * Every page, call, person and action in two steps: keys choose, Enter goes. What the page can do comes from the
 * controls that stand on it, so that nobody finds an action here that they have no button for.
 */
export default function Palette({ items, theme, start = "", onClose }: PaletteProps) {
  const { t } = useTranslation("palette");
  const [text, setText] = useState(start);
  const found = useFound(text);
  const { isBusy, view } = found;
  const groups = useGroups({ items, theme, text, view, isStale: isBusy, onClose });
  const isOnlySearch = groups.every(
    ({ name, entries }) => name === "search" || entries.length === 0,
  );
  return (
    <Dialog title={t("title")} size="form" open onOpenChange={onClose}>
      <CommandBox
        label={t("title")}
        placeholder={t("field")}
        text={text}
        onText={setText}
        groups={groups.map(({ name, entries }) => ({ heading: t(name), lines: entries }))}
        trouble={
          found.hasFailed ? (
            <p role="alert" className="mt-2 flex flex-wrap items-center gap-2 text-sm text-danger">
              {t("failed")}
              <Button size="small" onClick={found.retry}>
                {t("retry")}
              </Button>
            </p>
          ) : null
        }
        status={isBusy ? t("finding") : isOnlySearch && text.trim() !== "" ? t("empty") : null}
        foot={<Foot />}
      />
    </Dialog>
  );
}

/** Where there is a keyboard. */
function Foot() {
  const { t } = useTranslation("palette");
  return (
    <p className="-mx-4 -mb-4 flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-xs text-ink-muted pointer-coarse:hidden">
      <span>
        <Key>↑</Key> <Key>↓</Key> {t("keys.choose")}
      </span>
      <span>
        <Key>↵</Key> {t("keys.open")}
      </span>
      <span>
        <Key>⌘</Key> <Key>↵</Key> {t("keys.tab")}
      </span>
    </p>
  );
}

type Group = {
  name:
    | "onPage"
    | "goTo"
    | "recent"
    | "calls"
    | "people"
    | "companies"
    | "deals"
    | "views"
    | "look"
    | "search";
  entries: CommandLine[];
};
type Asked = PaletteProps & {
  text: string;
  view: PaletteView | null;
  /** The view is of what was typed before: Enter must not open what no longer fits. */
  isStale: boolean;
};

function useGroups({ items, theme, text, view, isStale, onClose }: Asked): Group[] {
  const { t } = useTranslation("palette");
  const { t: shell } = useTranslation("shell");
  const { t: common } = useTranslation("common");
  const { t: setting } = useTranslation("setting");
  const { dateTime } = useFormat();
  const language = useLanguage();
  const navigate = useNavigate();
  const submit = useSubmit();
  const { pathname, search: query } = useLocation();
  const actions = useStore(pageActions);
  const typed = plain(text);
  const fits = (entry: CommandLine): boolean => plain(entry.text).includes(typed);
  const isShown = (line: CommandLine): boolean => !isStale || typed === "" || fits(line);
  const go = (to: string) => ({
    to,
    run: () => {
      onClose();
      navigate(to);
    },
  });
  const returnTo = pathname + query;
  const onPage = actions.map(({ text: name, disabledReason, run }, at) => ({
    key: `act-${at}`,
    icon: Zap,
    text: name,
    disabledReason,
    // The palette gives the focus back first.
    run: () => {
      onClose();
      setTimeout(run);
    },
  }));
  const goTo = [
    ...items.map(({ name, text: page, to }) => ({
      ...{ key: `go-${name}`, icon: ArrowRight, text: page, ...go(to) },
    })),
    ...(view?.pages ?? []).map(({ name, to }) => ({
      key: `setting-${name}`,
      icon: Settings2,
      text: t("settingPage", { name: setting(`page.${name}`) }),
      ...go(to),
    })),
    {
      ...{ key: "shortcuts", icon: Keyboard, text: shell("profile.shortcuts") },
      ...go(paths.shortcuts()),
    },
  ];
  const look = [
    ...THEMES.filter((one) => one !== theme).map((one) => ({
      key: `theme-${one}`,
      icon: SunMoon,
      text: t(`theme.${one}`),
      run: () => {
        onClose();
        submit(
          { theme: one, returnTo },
          { method: "post", action: paths.preferences(), replace: true, preventScrollReset: true },
        );
      },
    })),
    ...LANGUAGES.filter((one) => one !== language).map((one) => ({
      key: `language-${one}`,
      icon: Languages,
      text: t(`language.${one}`),
      run: () => postAsDocument(paths.preferences(), { lang: one, returnTo }),
    })),
  ];
  const callsText = (calls: number | null) =>
    calls === null ? undefined : common("count.calls", { count: calls });
  const calls = (view?.calls ?? []).map((call) => ({
    key: `call-${call.id}`,
    icon: CirclePlay,
    text: call.title,
    note: noteOf([call.company, call.startedAt === null ? null : dateTime(call.startedAt)]),
    ...go(call.to),
  }));
  const people = (view?.people ?? []).map(({ id, name, calls: n }) => ({
    key: `person-${id ?? name}`,
    icon: UserRound,
    text: id === null ? t("with", { name }) : t("ownCalls", { name }),
    note: callsText(n),
    ...go(paths.recordings(id === null ? { participant: name } : { owner: id })),
  }));
  const companies = (view?.companies ?? []).map(({ name, calls: n }) => ({
    ...{ key: `company-${name}`, icon: Building2, text: name, note: callsText(n) },
    ...go(paths.recordings({ company: name })),
  }));
  const deals = (view?.deals ?? []).map(({ id, name, company }) => ({
    ...{ key: `deal-${id}`, icon: Handshake, text: name, note: company ?? undefined },
    ...go(paths.recordings({ deal: id })),
  }));
  const views = (view?.views ?? []).map(({ id, name }) => ({
    ...{ key: `view-${id}`, icon: Bookmark, text: name },
    ...go(paths.recordings({ view: id })),
  }));
  const sought = text.trim();
  const search = [
    { key: "search", icon: Search, text: t("searchFor", { text: sought }), query: { q: sought } },
    {
      ...{ key: "customer", icon: Ear, text: t("customerSaid", { text: sought }) },
      query: { q: sought, said: "customer" },
    },
  ].map(({ query, ...line }) => ({ ...line, ...go(paths.recordings(query)) }));
  // What was typed before is no answer to what is typed now.
  return [
    { name: "onPage", entries: onPage.filter(fits) },
    {
      name: typed === "" ? "recent" : "calls",
      // Companies are found by name too, which the line's text does not have.
      entries: calls.filter((call) => isShown({ ...call, text: `${call.text} ${call.note}` })),
    },
    { name: "people", entries: people.filter(isShown) },
    { name: "companies", entries: companies.filter(isShown) },
    { name: "deals", entries: deals.filter(isShown) },
    { name: "views", entries: views.filter(isShown) },
    { name: "goTo", entries: goTo.filter(fits) },
    { name: "look", entries: typed === "" ? [] : look.filter(fits) },
    { name: "search", entries: typed === "" ? [] : search },
  ];
}

const noteOf = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null).join(", ");

/** Another language is another document: the form is sent as one without script would be. */
function postAsDocument(action: string, fields: Record<string, string>): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = action;
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}

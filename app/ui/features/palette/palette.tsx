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
import { pageActions } from "#app/ui/components/primitive/page-actions.ts";
import { useFound } from "./use-found.ts";

export type PaletteProps = {
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
export default function Palette({ items, theme, onClose }: PaletteProps) {
  const { t } = useTranslation("palette");
  const [text, setText] = useState("");
  const found = useFound(text);
  const groups = useGroups({ items, theme, text, view: found.view, onClose });
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
        status={
          found.isBusy ? t("finding") : isNothing(found.view) && text !== "" ? t("empty") : null
        }
      />
    </Dialog>
  );
}

const isNothing = (view: PaletteView | null): boolean =>
  view !== null && view.calls.length + view.people.length + view.companies.length === 0;

type Group = {
  name: "onPage" | "goTo" | "recent" | "calls" | "people" | "companies" | "look" | "search";
  entries: CommandLine[];
};
type Asked = PaletteProps & { text: string; view: PaletteView | null };

function useGroups({ items, theme, text, view, onClose }: Asked): Group[] {
  const { t } = useTranslation("palette");
  const { t: shell } = useTranslation("shell");
  const { t: setting } = useTranslation("setting");
  const { dateTime } = useFormat();
  const language = useLanguage();
  const navigate = useNavigate();
  const submit = useSubmit();
  const { pathname, search } = useLocation();
  const actions = useStore(pageActions);
  const typed = plain(text);
  const fits = (entry: CommandLine): boolean => plain(entry.text).includes(typed);
  const go = (to: string) => () => {
    onClose();
    navigate(to);
  };
  const returnTo = pathname + search;
  const onPage = actions.map(({ text: name, disabledReason, run }, at) => ({
    key: `act-${at}`,
    text: name,
    disabledReason,
    // The palette gives the focus back first.
    run: () => {
      onClose();
      setTimeout(run);
    },
  }));
  const goTo = [
    ...items.map(({ name, text: page, to }) => ({ key: `go-${name}`, text: page, run: go(to) })),
    ...(view?.pages ?? []).map(({ name, to }) => ({
      key: `setting-${name}`,
      text: t("settingPage", { name: setting(`page.${name}`) }),
      run: go(to),
    })),
    { key: "shortcuts", text: shell("profile.shortcuts"), run: go(paths.shortcuts()) },
  ];
  const look = [
    ...THEMES.filter((one) => one !== theme).map((one) => ({
      key: `theme-${one}`,
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
      text: t(`language.${one}`),
      run: () => postAsDocument(paths.preferences(), { lang: one, returnTo }),
    })),
  ];
  const calls = (view?.calls ?? []).map((call) => ({
    key: `call-${call.id}`,
    text: call.title,
    note: [call.company, call.startedAt === null ? null : dateTime(call.startedAt)]
      .filter((part) => part !== null)
      .join(", "),
    run: go(call.to),
  }));
  return [
    { name: "onPage", entries: onPage.filter(fits) },
    { name: typed === "" ? "recent" : "calls", entries: calls },
    {
      name: "people",
      entries: (view?.people ?? []).map(({ id, name }) => ({
        key: `person-${id ?? name}`,
        text: id === null ? t("with", { name }) : t("ownCalls", { name }),
        run: go(paths.recordings(id === null ? { participant: name } : { owner: id })),
      })),
    },
    {
      name: "companies",
      entries: (view?.companies ?? []).map((name) => ({
        key: `company-${name}`,
        text: name,
        run: go(paths.recordings({ company: name })),
      })),
    },
    { name: "goTo", entries: goTo.filter(fits) },
    { name: "look", entries: typed === "" ? [] : look.filter(fits) },
    {
      name: "search",
      entries:
        typed === ""
          ? []
          : [
              {
                key: "search",
                text: t("searchFor", { text: text.trim() }),
                run: go(paths.recordings({ q: text.trim() })),
              },
            ],
    },
  ];
}

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

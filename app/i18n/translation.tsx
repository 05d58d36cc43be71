import type { i18n, TFunction } from "i18next";
import { createContext, type ReactNode, useContext } from "react";
import type { EN } from "./generated/en.ts";
import { keep } from "./keep.ts";

type TextSpace = keyof typeof EN;
type Translation<N extends TextSpace> = { t: TFunction<N>; i18n: i18n };

const Texts = createContext<i18n | null>(null);

/** Gives everything inside the texts of one language: a page never changes its language without being loaded again. */
export function TextsProvider({ i18n, children }: { i18n: i18n; children: ReactNode }) {
  return <Texts.Provider value={i18n}>{children}</Texts.Provider>;
}

/**
 * The texts of one catalogue: `t("title")`. A page asks some hundred times, so this is one look into a map: the hook of
 * react-i18next, which also watches for languages that arrive later, took a tenth of the time of rendering a list.
 * @throws Error outside of a `TextsProvider`
 */
export function useTranslation<N extends TextSpace = "common">(
  space: N | "common" = "common",
): Translation<N> {
  const instance = useContext(Texts);
  if (instance === null) throw new Error("No texts: there is no TextsProvider around this.");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made below for this very name
  return translationOf(instance, space) as unknown as Translation<N>;
}

const made = new WeakMap<i18n, Map<TextSpace, Translation<TextSpace>>>();

function translationOf(instance: i18n, space: TextSpace): Translation<TextSpace> {
  const spaces = made.get(instance) ?? new Map<TextSpace, Translation<TextSpace>>();
  made.set(instance, spaces);
  const known = spaces.get(space);
  if (known) return known;
  const translation = { t: remembering(instance.getFixedT(null, space)), i18n: instance };
  spaces.set(space, translation);
  return translation;
}

/** Texts with values that are kept; values come from visitors, so they must not fill the memory. */
const KEPT = 2_000;

/** The same text with the same values is the same sentence: it is put together once. */
function remembering(fixed: TFunction<TextSpace>): TFunction<TextSpace> {
  const texts = new Map<string, unknown>();
  return new Proxy(fixed, {
    apply: (target, self, args: unknown[]): unknown =>
      keep(
        texts,
        KEPT,
        args.length === 1 && typeof args[0] === "string" ? args[0] : JSON.stringify(args),
        (): unknown => Reflect.apply(target, self, args),
      ),
  });
}

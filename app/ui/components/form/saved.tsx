import { useLocation } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { focusFirstField } from "#app/ui/components/primitive/first-field.ts";

/** What a form did. `about`: the id of the row it was about; `at`: ISO. */
export type Saved = {
  intent: string;
  about: string | null;
  at: string;
  facts: Record<string, string>;
};
type Kept = { saved: Saved | null; key: string };

const KeptContext = createContext<{ saved: Saved | null; isShown: boolean }>({
  saved: null,
  isShown: false,
});

type Props = {
  /** What the loader of the frame was told, null most of the time. */
  saved: Saved | null;
  children: ReactNode;
};

/** Around the pages with forms: keeps what was just saved until the reader goes on. */
export function SavedRegion({ saved, children }: Props) {
  const { key } = useLocation();
  const [kept, setKept] = useState<Kept>({ saved, key });
  // News that comes meanwhile asks the loader again, which has said it by then.
  if (saved !== null && saved.at !== kept.saved?.at) setKept({ saved, key });
  const value = { saved: kept.saved, isShown: kept.key === key };
  return <KeptContext.Provider value={value}>{children}</KeptContext.Provider>;
}

/** What this form did last, while it is to be said. */
export function useSaved(intent: string, about?: string): Saved | null {
  const { saved, isShown } = useContext(KeptContext);
  const isMine =
    saved?.intent === intent && (about === undefined || saved.about === about) && isShown;
  return isMine ? saved : null;
}

/** A key for a form that begins empty again once it was sent, with the focus in its first field. */
export function useEmptyAfter(intent: string, formId: string): string {
  const { saved } = useContext(KeptContext);
  const key = saved?.intent === intent ? saved.at : "";
  useEffect(() => {
    const form = document.getElementById(formId);
    // The button that was pressed is gone with the form it stood in.
    if (key !== "" && form !== null && document.activeElement === document.body)
      focusFirstField(form);
  }, [key, formId]);
  return key;
}

type NoteProps = {
  intent: string;
  /** Of one row among several: there it appears with its words, since a region for each would be many. */
  about?: string;
  /** In the place of "Saved 10:36". */
  children?: ((saved: Saved) => ReactNode) | undefined;
};

/** Beside the button of a form: says that it was saved, and when, for eyes and ears. */
export function SavedNote({ intent, about, children }: NoteProps) {
  const { t } = useTranslation("common");
  const { time } = useFormat();
  const saved = useSaved(intent, about);
  if (saved === null && about !== undefined) return null;
  return (
    <span role="status" className="text-sm text-ink-muted">
      {saved === null ? null : (children?.(saved) ?? t("savedAt", { time: time(saved.at) }))}
    </span>
  );
}

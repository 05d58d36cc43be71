import { Command } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import type { PaletteProps } from "./palette.tsx";

const Palette = lazy(() => import("./palette.tsx"));
const KEYS = "⌘K / Ctrl+K";

/** Opens the palette, by its button or from anywhere by its keys; it comes with the first use. */
export function PaletteDoor(props: Omit<PaletteProps, "onClose">) {
  const { t } = useTranslation("shell");
  const [isOpen, setOpen] = useState(false);
  const typed = useRef("");
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isMine = (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey;
      if (!isMine || event.key.toLowerCase() !== "k" || event.isComposing) return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <span className="contents noscript:hidden">
      <IconButton
        icon={Command}
        label={t("palette", { keys: KEYS })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen ? (
        <Suspense fallback={<Coming typed={typed} />}>
          <Palette {...props} start={typed.current} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </span>
  );
}

/** Until it is there, what is typed is for it and not for the page, where a letter may be a key of the player. */
function Coming({ typed }: { typed: { current: string } }) {
  useEffect(() => {
    typed.current = "";
    const keep = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.metaKey || event.ctrlKey) return;
      event.preventDefault();
      event.stopPropagation();
      typed.current += event.key;
    };
    window.addEventListener("keydown", keep, true);
    return () => window.removeEventListener("keydown", keep, true);
  }, [typed]);
  return null;
}

import type { LucideIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { selectedChars } from "./char-at-point.ts";

/** A table position and the characters [from, to) of its text. */
export type Selected = { segment: number; from: number; to: number };
type Action = {
  id: string;
  icon: LucideIcon;
  label: string;
  opens?: "dialog";
  run: (selected: Selected) => void;
};

/** What may be done with the words that are selected, over them. */
export function SelectionBar({ actions }: { actions: readonly Action[] }) {
  const { t } = useTranslation("transcript");
  const [shown, setShown] = useSelection();
  if (shown === null) return null;
  const act = (run: (selected: Selected) => void) => () => {
    run(shown);
    window.getSelection()?.removeAllRanges();
    setShown(null);
  };
  return (
    <div
      role="toolbar"
      aria-label={t("selection.label")}
      className="fixed z-30 flex -translate-x-1/2 -translate-y-full gap-0.5 rounded-panel border border-line bg-surface-raised p-1 shadow-float motion-safe:animate-layer"
      style={{ left: shown.x, top: shown.y - 8 }}
      // Pressing a button must not clear the selection before its click arrives.
      onPointerDown={(event) => event.preventDefault()}
    >
      {actions.map(({ id, icon, label, opens, run }) => (
        <IconButton key={id} icon={icon} label={label} aria-haspopup={opens} onClick={act(run)} />
      ))}
    </div>
  );
}

type Shown = Selected & { x: number; y: number };

/** The selection inside one segment once the pointer or the keys are done; none while scrolling. */
function useSelection() {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    const read = () => {
      const found = selectedChars(window.getSelection());
      if (found === null) {
        setShown(null);
        return;
      }
      const { segment, from, to, box } = found;
      const x = Math.min(window.innerWidth - 70, Math.max(70, box.left + box.width / 2));
      setShown({ segment, from, to, x, y: Math.max(56, box.top) });
    };
    const later = () => void setTimeout(read, 0);
    const drop = () => {
      if (window.getSelection()?.isCollapsed !== false) setShown(null);
    };
    const hide = () => setShown(null);
    document.addEventListener("pointerup", later);
    document.addEventListener("keyup", later);
    document.addEventListener("selectionchange", drop);
    window.addEventListener("scroll", hide, { passive: true });
    return () => {
      document.removeEventListener("pointerup", later);
      document.removeEventListener("keyup", later);
      document.removeEventListener("selectionchange", drop);
      window.removeEventListener("scroll", hide);
    };
  }, []);
  return [shown, setShown] as const;
}

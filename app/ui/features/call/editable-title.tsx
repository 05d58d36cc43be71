import { Pencil } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";

const TitleForm = lazy(async () => ({ default: (await import("./title-form.tsx")).TitleForm }));

type Props = { call: PlaybackView["call"]; children: ReactNode };

/** The heading with a pencil beside it, which puts a field in its place. */
export function EditableTitle({ call, children }: Props) {
  const { t } = useTranslation("playback");
  const [isEditing, setEditing] = useState(false);
  const wasEditing = useRef(false);
  const pencil = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (wasEditing.current && !isEditing) pencil.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return (
    <div className={isEditing ? "min-w-0 grow" : "flex min-w-0 items-center gap-1.5"}>
      <div className={isEditing ? "sr-only" : "min-w-0"}>{children}</div>
      {isEditing ? (
        <Suspense>
          <TitleForm call={call} onClose={() => setEditing(false)} />
        </Suspense>
      ) : (
        <span className="noscript:hidden">
          <IconButton
            ref={pencil}
            icon={Pencil}
            size="small"
            label={t("title.edit")}
            onClick={() => setEditing(true)}
          />
        </span>
      )}
    </div>
  );
}

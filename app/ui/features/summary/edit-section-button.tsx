import { Pencil } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { PlaybackSummary } from "#app/core/pages/playback-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { useSectionTitle } from "./use-section-title.ts";

const SectionEditor = lazy(() => import("./section-editor.tsx"));

type Props = {
  summary: PlaybackSummary;
  section: string;
  people: readonly { id: string; name: string }[];
};

/** Opens the editor of a section, which comes with the first press. */
export default function EditSectionButton({ summary, section, people }: Props) {
  const { t } = useTranslation("runs");
  const [isOpen, setOpen] = useState(false);
  const title = useSectionTitle(summary.sections)(section);
  if (useReadOnly() !== undefined) return null;
  return (
    <>
      <IconButton
        icon={Pencil}
        size="small"
        label={t("edit", { section: title })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen ? (
        <Suspense>
          <SectionEditor
            summary={summary}
            section={section}
            title={title}
            people={people}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

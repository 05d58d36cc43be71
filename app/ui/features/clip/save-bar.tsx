import { Form } from "@remix-run/react";
import { Undo2 } from "lucide-react";
import type { ClipView } from "#app/core/domain/clip/clip-views.ts";
import type { ClipEditorView } from "#app/core/pages/clip.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { type Changed, type Draft, heardMasks } from "./draft.ts";

/** Fields beside the bar that are part of its form, and hold it back while they cannot be read. */
export const SAVE_FORM = "clip-save";

type Props = {
  clip: ClipView;
  draft: Draft;
  changes: readonly Changed[];
  onUndo: (() => void) | undefined;
  /** The changes are given up. */
  onDrop: () => void;
  /** What waits for the owner of the call once other pieces are saved. */
  after: ClipEditorView["after"];
};

/** What saving changes, one word each, the way back, and the one button that keeps it. */
export function SaveBar({ clip, draft, changes, onUndo, onDrop, after }: Props) {
  const { t } = useTranslation("clip");
  const { t: common } = useTranslation("common");
  const isNone = changes.length === 0;
  const isMade = changes.some((part) => ["pieces", "masks", "card", "hasCaptions"].includes(part));
  const isHeard = changes.some((part) => part === "pieces" || part === "masks");
  const waits = !isHeard
    ? []
    : [
        after.links > 0 ? t("save.links", { count: after.links }) : null,
        after.libraries > 0 ? t("save.libraries", { count: after.libraries }) : null,
        after.isNarrowed ? t("save.audience") : null,
      ].filter((text) => text !== null);
  return (
    <Form
      id={SAVE_FORM}
      method="post"
      className="sticky top-(--under-top-bar,0px) z-20 flex flex-wrap items-center gap-2 border-b border-line bg-surface py-2 text-sm"
    >
      <p role="status" className="min-w-0 basis-60 grow text-ink-soft">
        {isNone ? (
          t("save.none")
        ) : (
          <span className="inline-flex flex-wrap items-center gap-1.5 align-middle">
            {t("save.notSaved")}
            {changes.map((part) => (
              <Tag key={part}>{t(`save.part.${part}`)}</Tag>
            ))}
          </span>
        )}
        {isMade ? (
          <span className={`text-ink-muted ${waits.length === 0 ? "max-desk:hidden" : ""}`}>
            {" "}
            {waits.length === 0 ? t("save.anew") : [t("save.until"), ...waits].join(" ")}
          </span>
        ) : null}
      </p>
      <Button
        tone="quiet"
        icon={Undo2}
        disabledReason={onUndo === undefined ? t("save.none") : undefined}
        {...(onUndo && { onClick: onUndo })}
      >
        {common("undo")}
      </Button>
      <LinkButton to={paths.clip(clip.clipId)} onClick={onDrop}>
        {t(isNone ? "save.back" : "save.drop")}
      </LinkButton>
      <Hidden clip={clip} draft={draft} />
      <FormButton
        name="intent"
        value="save_clip"
        disabledReason={isNone ? t("save.none") : undefined}
        busyText={t("save.busy")}
      >
        {t("save.save")}
      </FormButton>
    </Form>
  );
}

function Hidden({ clip, draft }: Pick<Props, "clip" | "draft">) {
  const values = {
    version: String(clip.version),
    title: draft.title,
    card: draft.card ?? "",
    hasCaptions: String(draft.hasCaptions),
    visibility: draft.visibility,
    pieces: JSON.stringify(draft.pieces),
    masks: JSON.stringify(heardMasks(draft.masks, draft.pieces)),
    labelIds: JSON.stringify(draft.labelIds),
  };
  return Object.entries(values).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

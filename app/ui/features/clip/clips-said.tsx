import { Form } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { LIMITS } from "#app/core/domain/limits.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { type Saved, useSaved } from "#app/ui/components/form/saved.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";

/** What was just done with clips of the list. */
export function useDoneWithClips(): Saved | null {
  const deleted = useSaved("delete_clip");
  const deletedMany = useSaved("delete_clips");
  const restored = useSaved("restore_clip");
  const restoredMany = useSaved("restore_clips");
  const undone = useSaved("undo_deletion");
  const labelled = useSaved("label_clips");
  return deleted ?? deletedMany ?? restored ?? restoredMany ?? undone ?? labelled;
}

/** Says it, with the way back from a deletion. What was pressed for it may be gone: then the focus comes here. */
export function ClipsSaid({ done }: { done: Saved | null }) {
  const place = useRef<HTMLDivElement>(null);
  const at = done?.at ?? null;
  const before = useRef(at);
  useEffect(() => {
    if (at === null || at === before.current) return;
    before.current = at;
    if (document.activeElement === document.body) place.current?.focus();
  }, [at]);
  if (done === null) return null;
  return (
    <div ref={place} tabIndex={-1} data-quiet-focus>
      <Sentence {...done} />
    </div>
  );
}

function Sentence({ intent, about, facts }: Saved) {
  const { t } = useTranslation("clip");
  const { t: ofList } = useTranslation("clips");
  const title = facts["title"] ?? "";
  const count = Number(facts["count"] ?? 0);
  switch (intent) {
    case "delete_clip":
      return (
        <Banner isUpdate action={<WayBack name="clipId" value={about} intent="restore_clip" />}>
          {t("deleted", { title })}
        </Banner>
      );
    case "delete_clips":
      return (
        <Banner
          isUpdate
          action={
            <WayBack name="deletionId" value={facts["deletionId"] ?? null} intent="undo_deletion" />
          }
        >
          {ofList("deleted", { count })}
        </Banner>
      );
    case "restore_clip":
      return (
        <Banner
          isUpdate
          action={
            about === null ? undefined : (
              <TextLink to={paths.clip(about)}>{ofList("trash.open")}</TextLink>
            )
          }
        >
          {ofList("trash.back", { title })}
        </Banner>
      );
    case "restore_clips":
    case "undo_deletion":
      return <Banner isUpdate>{ofList("trash.backMany", { count })}</Banner>;
    default:
      return <Labelled facts={facts} count={count} />;
  }
}

function Labelled({ facts, count }: Pick<Saved, "facts"> & { count: number }): ReactNode {
  const { t } = useTranslation("clips");
  const full = Number(facts["full"] ?? 0);
  return (
    <Banner isUpdate>
      {t("labelled", { count, label: facts["label"] ?? "" })}
      {full === 0 ? null : ` ${t("labelledFull", { count: full, max: LIMITS.labelsOnClip })}`}
    </Banner>
  );
}

function WayBack({ name, value, intent }: { name: string; value: string | null; intent: string }) {
  const { t } = useTranslation("common");
  const { t: ofList } = useTranslation("clips");
  return (
    <>
      {value === null ? null : (
        <Form method="post">
          <input type="hidden" name={name} value={value} />
          <FormButton tone="quiet" size="small" name="intent" value={intent}>
            {t("undo")}
          </FormButton>
        </Form>
      )}
      <TextLink to={paths.clips({ state: "deleted" })}>{ofList("trash.title")}</TextLink>
    </>
  );
}

import { Form } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { isRefusedUpload, WORDS_MISSING } from "#app/core/domain/recording/stage-views.ts";
import type { CallTrash, RecordView } from "#app/core/pages/recording-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog, DialogClose } from "#app/ui/components/primitive/dialog.tsx";
import { usePageAction } from "#app/ui/components/primitive/page-actions.ts";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { ClipsTick } from "#app/ui/features/forms/clips-tick.tsx";

/** What can be done about a recording that stands still: answer, try again, or make do with what came. */
export function RecordActions({ record: { recording, stages, can } }: { record: RecordView }) {
  const { t } = useTranslation("common");
  const { t: list } = useTranslation("recordings");
  const { t: own } = useTranslation("record");
  const isStuck =
    (recording.state === "ready_partial" && recording.cause === WORDS_MISSING) ||
    (!isRefusedUpload(stages) &&
      stages.some(
        ({ state, cause }) => state === "failed" || (state === "skipped" && cause !== "imported"),
      ));
  if (!can.retry) return null;
  return (
    <Form method="post" className="mt-3 flex flex-wrap gap-2">
      {recording.duplicateOf ? (
        <>
          <span className="self-center text-sm">
            {list("duplicate.same")}{" "}
            <TextLink tone="sentence" to={paths.playback(recording.duplicateOf.callId)}>
              <bdi>{recording.duplicateOf.title}</bdi>
            </TextLink>
          </span>
          <FormButton tone="plain" name="intent" value="keep">
            {list("duplicate.keep")}
          </FormButton>
          <FormButton tone="quiet" name="intent" value="discard">
            {list("duplicate.discard")}
          </FormButton>
        </>
      ) : isStuck ? (
        <FormButton tone="plain" name="intent" value="retry" busyText={t("retrying")}>
          {t("retry")}
        </FormButton>
      ) : null}
      {recording.state === "interrupted" ? (
        <>
          <FormButton tone="plain" name="intent" value="use_partial">
            {own("open.usePartial")}
          </FormButton>
          <FormButton tone="quiet" name="intent" value="discard">
            {list("duplicate.discard")}
          </FormButton>
        </>
      ) : null}
    </Form>
  );
}

/** Moves the call to the trash, after a question that names what stops and what may go with it. */
export function TrashButton({ links, clips, others, clipLinks }: CallTrash) {
  const { t } = useTranslation("record");
  const { t: common } = useTranslation("common");
  const [isOpen, setOpen] = useState(false);
  const [withClips, setWithClips] = useState(true);
  const form = useId();
  const readOnly = useReadOnly();
  usePageAction(t("trash"), () => setOpen(true), readOnly);
  return (
    <Dialog
      title={t("trash")}
      effect={t("trashEffect")}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button tone="danger" icon={Trash2} disabledReason={readOnly}>
          {t("danger")}
        </Button>
      }
      actions={
        <>
          <DialogClose>
            <Button tone="quiet">{common("cancel")}</Button>
          </DialogClose>
          <Form id={form} method="post">
            <FormButton tone="danger" name="intent" value="trash" busyText={t("trashing")}>
              {t("danger")}
            </FormButton>
          </Form>
        </>
      }
    >
      {links + clips === 0 ? undefined : (
        <div className="grid gap-3">
          {links === 0 ? null : <p className="text-sm">{t("trashLinks", { count: links })}</p>}
          {clips === 0 ? null : (
            <ClipsTick
              {...{ clips, others, form }}
              of="call"
              links={clipLinks}
              isOn={withClips}
              onChange={setWithClips}
            />
          )}
        </div>
      )}
    </Dialog>
  );
}

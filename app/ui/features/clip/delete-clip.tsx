import { Form } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import { lazy, Suspense } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { useHydrated } from "#app/ui/components/primitive/use-hydrated.ts";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import type { QuestionProps } from "./delete-question.tsx";

/** Deletes a clip, which the list of clips offers to undo; where links to it stop with it, after a question. */
export function DeleteClip({ clipId, links }: { clipId: string; links: number }) {
  const { t } = useTranslation("clip");
  const isReadOnly = useReadOnly();
  const send = (
    <Form method="post">
      <input type="hidden" name="clipId" value={clipId} />
      <FormButton tone="danger" icon={Trash2} name="intent" value="delete_clip">
        {t("delete")}
      </FormButton>
    </Form>
  );
  const ask = (
    <Button tone="danger" icon={Trash2} disabledReason={isReadOnly}>
      {t("delete")}
    </Button>
  );
  const effect = t("deleteLinks", { count: links });
  return <Asked {...{ links, send, ask, effect }} title={t("deleteTitle")} />;
}

/** The same of several at once. `links`: how many stop with them. */
export function DeleteClips({ clipIds, links }: { clipIds: readonly string[]; links: number }) {
  const { t } = useTranslation("clip");
  const { t: ofList } = useTranslation("clips");
  const isReadOnly = useReadOnly();
  const count = clipIds.length;
  const send = (
    <Form method="post">
      <input type="hidden" name="clipIds" value={JSON.stringify(clipIds)} />
      <FormButton tone="danger" size="small" name="intent" value="delete_clips">
        {t("delete")}
      </FormButton>
    </Form>
  );
  const ask = (
    <Button tone="danger" size="small" disabledReason={isReadOnly}>
      {t("delete")}
    </Button>
  );
  const texts =
    count === 1
      ? { title: t("deleteTitle"), effect: t("deleteLinks", { count: links }) }
      : {
          title: ofList("trash.askTitle", { count }),
          effect: ofList("trash.askLinks", { count: links }),
        };
  return <Asked {...{ links, send, ask, ...texts }} />;
}

/** Most clips have no links: the question comes for those that do. */
const DeleteQuestion = lazy(() => import("./delete-question.tsx"));

function Asked({ links, ...question }: QuestionProps & { links: number }) {
  const hasScript = useHydrated();
  if (links === 0 || !hasScript) return question.send;
  return (
    <Suspense>
      <DeleteQuestion {...question} />
    </Suspense>
  );
}

import { useTranslation } from "#app/i18n/translation.tsx";
import { formText } from "#app/i18n/form-text.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useClosingWarning } from "#app/ui/browser/use-closing-warning.ts";
import { useStore } from "#app/ui/browser/store.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Item, ItemList } from "#app/ui/components/primitive/item.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Progress } from "#app/ui/components/primitive/progress.tsx";
import { type Sending, uploadStore } from "./upload-store.ts";

/** Files this tab is sending; they go on while the reader looks at other screens of Parley. */
export function UploadList() {
  const { t } = useTranslation("upload");
  const sending = useStore(uploadStore);
  useClosingWarning(sending.some(({ state }) => state !== "done" && state !== "failed"));
  if (sending.length === 0) return null;
  return (
    <Panel title={t("sending")} aside={t("keepOpen")}>
      <ItemList label={t("sending")}>
        {sending.map((file) => (
          <SendingItem key={file.uploadId} file={file} />
        ))}
      </ItemList>
    </Panel>
  );
}

function SendingItem({ file }: { file: Sending }) {
  const { t } = useTranslation("upload");
  const { t: errors } = useTranslation("errors");
  const { t: forms } = useTranslation("forms");
  const { t: common } = useTranslation("common");
  const { bytes } = useFormat();
  const isSignedOut = file.error === "unauthenticated";
  const text = t("progress", { done: bytes(file.sent), total: bytes(file.total) });
  return (
    <Item
      title={file.name}
      note={
        file.state === "failed" ? (
          <span className="text-danger">
            {file.error === "offline"
              ? errors("offline.title")
              : isSignedOut
                ? formText(forms, "signed_out")
                : errors(`code.${file.error ?? "internal"}.title`, {
                    defaultValue: errors("code.internal.title"),
                  })}
          </span>
        ) : file.state === "done" ? (
          t("arrived")
        ) : (
          <span className="flex flex-wrap items-center gap-2">
            <Progress text={text} value={file.sent} max={file.total} />
            {file.state === "waiting" ? <span className="text-warn">{t("waiting")}</span> : null}
          </span>
        )
      }
      actions={
        file.state === "failed" ? (
          <Button size="small" onClick={() => uploadStore.retry(file.uploadId)}>
            {common("retry")}
          </Button>
        ) : undefined
      }
    />
  );
}

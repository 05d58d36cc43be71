import { useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useFormat } from "#app/i18n/place.tsx";
import { Item, ItemList } from "#app/ui/components/primitive/item.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";

export type OpenUpload = { uploadId: string; name: string; received: number; total: number };
type Props = {
  open: OpenUpload[];
  /** Goes on with an upload where it stopped. */
  onResume: (uploadId: string, file: File) => void;
};

/** Files of which only a part arrived: choosing the same file again goes on at the byte where it stopped. */
export function OpenUploads({ open, onResume }: Props) {
  const { t } = useTranslation("record");
  return (
    <Panel title={t("open.title")}>
      <ItemList label={t("open.title")}>
        {open.map((upload) => (
          <OpenItem key={upload.uploadId} upload={upload} onResume={onResume} />
        ))}
      </ItemList>
    </Panel>
  );
}

function OpenItem({ upload, onResume }: { upload: OpenUpload; onResume: Props["onResume"] }) {
  const { t } = useTranslation("record");
  const { bytes } = useFormat();
  const [wrong, setWrong] = useState<File | null>(null);
  const choose = (file: File | undefined) => {
    if (!file) return;
    const isSame = file.size === upload.total;
    setWrong(isSame ? null : file);
    if (isSame) onResume(upload.uploadId, file);
  };
  return (
    <Item
      title={upload.name}
      note={
        <>
          {t("open.choose", {
            name: upload.name,
            done: bytes(upload.received),
            total: bytes(upload.total),
          })}
          {wrong === null ? null : (
            <span role="alert" className="block text-danger">
              {t("open.other", { size: bytes(wrong.size), total: bytes(upload.total) })}
            </span>
          )}
        </>
      }
      actions={
        <input
          type="file"
          aria-label={`${t("open.label")}: ${upload.name}`}
          onChange={(event) => choose(event.currentTarget.files?.[0])}
          className={controlLook({ size: "small", className: "max-w-64 py-0.5" })}
        />
      }
    />
  );
}

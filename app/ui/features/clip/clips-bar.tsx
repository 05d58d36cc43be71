import { Form } from "@remix-run/react";
import { Share2, X } from "lucide-react";
import type { ClipsView } from "#app/core/pages/clips-data.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { DeleteClips } from "./delete-clip.tsx";

type Props = Pick<ClipsView, "labels" | "workingLinks"> & {
  ids: readonly string[];
  /** All that can be selected here. */
  mine: readonly string[];
  isDeleted: boolean;
  /** Shares them outside. */
  onShare: () => void;
  onSelect: (ids: readonly string[]) => void;
};

/** What may be done with the clips that are selected. */
export function ClipsBar({ labels, workingLinks, ids, mine, isDeleted, onShare, onSelect }: Props) {
  const { t } = useTranslation("clips");
  return (
    <div
      role="region"
      aria-label={t("selected", { count: ids.length })}
      className="sticky bottom-4 z-20 mx-auto flex w-fit max-w-full flex-wrap items-center gap-2 rounded-panel border border-line bg-surface-raised px-3.5 py-2 text-sm shadow-float"
    >
      <b role="status" className="font-strong">
        {t("selected", { count: ids.length })}
      </b>
      {ids.length < mine.length ? (
        <Button tone="quiet" size="small" onClick={() => onSelect(mine)}>
          {t("selectPage")}
        </Button>
      ) : null}
      {isDeleted ? (
        <Form method="post" preventScrollReset>
          <Ids ids={ids} />
          <FormButton tone="plain" size="small" name="intent" value="restore_clips">
            {t("trash.restore")}
          </FormButton>
        </Form>
      ) : (
        <>
          {labels.length === 0 ? null : (
            <Form method="post" className="flex items-center gap-1.5">
              <Ids ids={ids} />
              <Select
                name="labelId"
                size="small"
                width="hug"
                aria-label={t("of.label")}
                options={labels.map(({ id, name }) => ({ value: id, label: name }))}
              />
              <FormButton tone="plain" size="small" name="intent" value="label_clips">
                {t("addLabel")}
              </FormButton>
            </Form>
          )}
          <LinkButton size="small" to={paths.libraries({ clips: ids.join(",") })}>
            {t("toLibrary")}
          </LinkButton>
          <span className="contents noscript:hidden">
            <Button size="small" icon={Share2} aria-haspopup="dialog" onClick={onShare}>
              {t("share")}
            </Button>
          </span>
          <DeleteClips clipIds={ids} links={sum(ids.map((id) => workingLinks[id] ?? 0))} />
        </>
      )}
      <IconButton icon={X} label={t("clearSelection")} onClick={() => onSelect([])} />
    </div>
  );
}

const Ids = ({ ids }: { ids: readonly string[] }) => (
  <input type="hidden" name="clipIds" value={JSON.stringify(ids)} />
);

const sum = (counts: readonly number[]): number => counts.reduce((all, n) => all + n, 0);

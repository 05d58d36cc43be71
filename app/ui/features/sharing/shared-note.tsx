import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { SharedFooter } from "./shared-footer.tsx";
import { SharedFrame } from "./shared-frame.tsx";
import { SharedRefresh } from "./shared-refresh.tsx";

type Props = {
  why: "ended" | "preparing" | "failed";
  /** Not of a link that leads nowhere: whose it was is not said. */
  workspace?: string | null;
  languages: ReactNode;
};

/** A link that shows nothing, or nothing yet: one text for every cause of an end. */
export function SharedNote({ why, workspace = null, languages }: Props) {
  const { t } = useTranslation("shared");
  return (
    <SharedFrame workspace={workspace} isCentred footer={<SharedFooter>{languages}</SharedFooter>}>
      {why === "preparing" ? <SharedRefresh /> : null}
      <div className="grid justify-items-center gap-2 text-center">
        <EmptyLanes />
        <h1 tabIndex={-1} className="text-xl leading-tight font-strong tracking-tight outline-none">
          {t(`${why}.title`)}
        </h1>
        <p role="status" className="text-base text-ink-soft">
          {t(`${why}.why`)}
        </p>
      </div>
    </SharedFrame>
  );
}

const EmptyLanes = () => (
  <span aria-hidden className="mb-5 grid w-56 gap-5">
    <span className="border-t border-dashed border-line-strong" />
    <span className="border-t border-dashed border-line-strong" />
  </span>
);

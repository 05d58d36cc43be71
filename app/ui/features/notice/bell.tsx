import { Bell as BellGlyph } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Disclosure } from "#app/ui/components/primitive/disclosure.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { countText } from "./count-text.ts";

const NoticePanel = lazy(() => import("./notice-panel.tsx"));

type Props = {
  unread: number;
  /** There are more than when the page came: said to who does not see the number. */
  hasMore: boolean;
};

/** How many notices wait, and the newest of them; the list comes when it is opened. Without script it leads to the page. */
export function Bell({ unread, hasMore }: Props) {
  const { t } = useTranslation("shell");
  const [isOpen, setOpen] = useState(false);
  const count = countText(unread);
  const label = unread === 0 ? t("bell.none") : t("bell.unread", { n: count, count: unread });
  const all = <TextLink to={paths.notices()}>{t("bell.all")}</TextLink>;
  return (
    <>
      <span aria-live="polite" className="sr-only">
        {hasMore ? label : null}
      </span>
      <Disclosure
        label={label}
        face={
          <span className="relative grid">
            <Icon of={BellGlyph} />
            {unread === 0 ? null : (
              <span
                aria-hidden
                className="absolute -top-2 left-2 min-w-4 rounded-full bg-accent px-1 text-center text-[10px] leading-4 font-strong text-on-accent"
              >
                {count}
              </span>
            )}
          </span>
        }
        place="list"
        onToggle={setOpen}
      >
        {isOpen ? (
          <Suspense fallback={all}>
            <NoticePanel unread={unread} />
          </Suspense>
        ) : (
          all
        )}
      </Disclosure>
    </>
  );
}

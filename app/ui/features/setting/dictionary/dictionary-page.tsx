import { Plus } from "lucide-react";
import type {
  DictionaryView,
  LexiconsView,
  SuggestionsView,
  TermsView,
  TrackersView,
} from "#app/core/pages/dictionary-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Page } from "#app/ui/components/layout/page.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { LinkTabs } from "#app/ui/components/primitive/tabs.tsx";
import { LexiconsTab } from "./lexicons-tab.tsx";
import { SuggestionsTab } from "./suggestions-tab.tsx";
import { TermsTab } from "./terms-tab.tsx";
import { TrackersTab } from "./trackers-tab.tsx";

export type TermsTabProps = TermsView & { answer: unknown };
export type LexiconsTabProps = LexiconsView & { answer: unknown };
export type SuggestionsTabProps = SuggestionsView & { answer: unknown };
export type TrackersTabProps = TrackersView & { answer: unknown };

/** What the engine should expect to hear and Parley should notice; who may not change it reads it here. */
export function DictionaryPage(props: DictionaryView & { answer: unknown }) {
  const { tab, counts, can, isNew } = props;
  const { t } = useTranslation("dictionary");
  const makes = tab === "terms" ? "term" : "tracker";
  return (
    <Page
      title={t("title")}
      facts={t(can.make ? "note" : "noteRead")}
      actions={
        can.make && !isNew && (tab === "terms" || tab === "trackers") ? (
          <LinkButton
            icon={Plus}
            to={paths.dictionary({ tab: tab === "terms" ? tab : null, open: "new" })}
          >
            {t(`${makes}.new`)}
          </LinkButton>
        ) : null
      }
    >
      <LinkTabs
        label={t("title")}
        tabs={(["trackers", "terms", "lexicons", "suggestions"] as const).map((name) => ({
          to: paths.dictionary({ tab: name === "trackers" ? null : name }),
          label: t(`tab.${name}`),
          ...(name !== "lexicons" && { count: counts[name] }),
          isCurrent: name === tab,
        }))}
      />
      {props.tab === "terms" ? (
        <TermsTab {...props} />
      ) : props.tab === "lexicons" ? (
        <LexiconsTab key={props.language} {...props} />
      ) : props.tab === "suggestions" ? (
        <SuggestionsTab {...props} />
      ) : (
        <TrackersTab {...props} />
      )}
    </Page>
  );
}

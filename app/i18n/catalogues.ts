import { EN_ACCESS } from "./catalogues-access.ts";
import { EN_ACCOUNT } from "./catalogues-account.ts";
import { EN_ANALYTICS } from "./catalogues-analytics.ts";
import { EN_BULK } from "./catalogues-bulk.ts";
import { EN_EVERY_PAGE } from "./catalogues-every-page.ts";
import { EN_CARE } from "./catalogues-care.ts";
import { EN_CLIP } from "./catalogues-clip.ts";
import { EN_CLIPS } from "./catalogues-clips.ts";
import { EN_COMMENT } from "./catalogues-comment.ts";
import { EN_CONNECTION } from "./catalogues-connection.ts";
import { EN_CONTACT } from "./catalogues-contact.ts";
import { EN_CRM } from "./catalogues-crm.ts";
import { EN_DEAL } from "./catalogues-deal.ts";
import { EN_DEVELOPER } from "./catalogues-developer.ts";
import { EN_DICTIONARY } from "./catalogues-dictionary.ts";
import { EN_EMBED } from "./catalogues-embed.ts";
import { EN_ENGINE } from "./catalogues-engine.ts";
import { EN_GENERAL } from "./catalogues-general.ts";
import { EN_HOME } from "./catalogues-home.ts";
import { EN_LABEL } from "./catalogues-label.ts";
import { EN_LIBRARY } from "./catalogues-library.ts";
import { EN_LIVE } from "./catalogues-live.ts";
import { EN_LOBBY } from "./catalogues-lobby.ts";
import { EN_MAPPING } from "./catalogues-mapping.ts";
import { EN_METRICS } from "./catalogues-metrics.ts";
import { EN_NOTICE } from "./catalogues-notice.ts";
import { EN_SEARCH } from "./catalogues-search.ts";
import { EN_PALETTE } from "./catalogues-palette.ts";
import { EN_PLAYBACK } from "./catalogues-playback.ts";
import { EN_QUESTION } from "./catalogues-question.ts";
import { EN_RECORDINGS } from "./catalogues-recordings.ts";
import { EN_RECORDER } from "./catalogues-recorder.ts";
import { EN_RECORD } from "./catalogues-record.ts";
import { EN_PANELS } from "./catalogues-panels.ts";
import { EN_REVIEW } from "./catalogues-review.ts";
import { EN_BENCH } from "./catalogues-bench.ts";
import { EN_RUNS } from "./catalogues-runs.ts";
import { EN_LOG } from "./catalogues-log.ts";
import { EN_SETTING } from "./catalogues-setting.ts";
import { EN_SHARE } from "./catalogues-share.ts";
import { EN_SIGNIN } from "./catalogues-signin.ts";
import { EN_SHARED } from "./catalogues-shared.ts";
import { EN_SORTING } from "./catalogues-sorting.ts";
import { EN_TALK } from "./catalogues-talk.ts";
import { EN_TEMPLATE } from "./catalogues-template.ts";
import { EN_TITLE } from "./page-title.ts";
import { EN_UPLOAD } from "./catalogues-upload.ts";
import { EN_VIEW } from "./catalogues-view.ts";

/**
 * Every namespace of texts. A new one: two files, and an import and a line in `catalogues-every-page.ts` (or where its
 * pages are) and in `catalogues-ja.ts`; `catalogue.test.ts` finds what is forgotten.
 */
export const EN = {
  ...EN_EVERY_PAGE,
  ...EN_ACCESS,
  ...EN_ACCOUNT,
  ...EN_SIGNIN,
  ...EN_ANALYTICS,
  ...EN_CARE,
  ...EN_CLIP,
  ...EN_CLIPS,
  ...EN_COMMENT,
  ...EN_BULK,
  ...EN_CONNECTION,
  ...EN_CONTACT,
  ...EN_CRM,
  ...EN_DEAL,
  ...EN_DEVELOPER,
  ...EN_DICTIONARY,
  ...EN_EMBED,
  ...EN_ENGINE,
  ...EN_GENERAL,
  ...EN_HOME,
  ...EN_LABEL,
  ...EN_LIBRARY,
  ...EN_LIVE,
  ...EN_LOBBY,
  ...EN_MAPPING,
  ...EN_METRICS,
  ...EN_NOTICE,
  ...EN_SEARCH,
  ...EN_PALETTE,
  ...EN_PLAYBACK,
  ...EN_RECORD,
  ...EN_RECORDER,
  ...EN_QUESTION,
  ...EN_RECORDINGS,
  ...EN_REVIEW,
  ...EN_PANELS,
  ...EN_BENCH,
  ...EN_RUNS,
  ...EN_LOG,
  ...EN_SETTING,
  ...EN_SHARE,
  ...EN_SHARED,
  ...EN_SORTING,
  ...EN_TALK,
  ...EN_TEMPLATE,
  ...EN_TITLE,
  ...EN_UPLOAD,
  ...EN_VIEW,
};

export type Namespace = keyof typeof EN;

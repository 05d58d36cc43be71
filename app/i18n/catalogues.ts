import { EN_ACCESS } from "./catalogues-access.ts";
import { EN_ACCOUNT } from "./catalogues-account.ts";
import { EN_EVERY_PAGE } from "./catalogues-every-page.ts";
import { EN_HOME } from "./catalogues-home.ts";
import { EN_LABEL } from "./catalogues-label.ts";
import { EN_LIVE } from "./catalogues-live.ts";
import { EN_LOBBY } from "./catalogues-lobby.ts";
import { EN_METRICS } from "./catalogues-metrics.ts";
import { EN_SEARCH } from "./catalogues-search.ts";
import { EN_PLAYBACK } from "./catalogues-playback.ts";
import { EN_RECORD } from "./catalogues-record.ts";
import { EN_PANELS } from "./catalogues-panels.ts";
import { EN_LOG } from "./catalogues-log.ts";
import { EN_SETTING } from "./catalogues-setting.ts";
import { EN_TITLE } from "./page-title.ts";
import { EN_UPLOAD } from "./catalogues-upload.ts";

/**
 * Every namespace of texts. A new one: two files, and an import and a line in `catalogues-every-page.ts` (or where its
 * pages are) and in `catalogues-ja.ts`; `catalogue.test.ts` finds what is forgotten.
 */
export const EN = {
  ...EN_EVERY_PAGE,
  ...EN_ACCESS,
  ...EN_ACCOUNT,
  ...EN_HOME,
  ...EN_LABEL,
  ...EN_LIVE,
  ...EN_LOBBY,
  ...EN_METRICS,
  ...EN_SEARCH,
  ...EN_PLAYBACK,
  ...EN_RECORD,
  ...EN_PANELS,
  ...EN_LOG,
  ...EN_SETTING,
  ...EN_TITLE,
  ...EN_UPLOAD,
};

export type Namespace = keyof typeof EN;

import jaAccess from "./ja/access.json" with { type: "json" };
import jaAccount from "./ja/account.json" with { type: "json" };
import jaCall from "./ja/call.json" with { type: "json" };
import jaCommon from "./ja/common.json" with { type: "json" };
import jaErrors from "./ja/errors.json" with { type: "json" };
import jaForms from "./ja/forms.json" with { type: "json" };
import jaHome from "./ja/home.json" with { type: "json" };
import jaSetting from "./ja/setting.json" with { type: "json" };
import jaMember from "./ja/member.json" with { type: "json" };
import jaLabel from "./ja/label.json" with { type: "json" };
import jaLog from "./ja/log.json" with { type: "json" };
import jaLive from "./ja/live.json" with { type: "json" };
import jaLobby from "./ja/lobby.json" with { type: "json" };
import jaMetrics from "./ja/metrics.json" with { type: "json" };
import jaPlayback from "./ja/playback.json" with { type: "json" };
import jaPanels from "./ja/panels.json" with { type: "json" };
import jaPlayer from "./ja/player.json" with { type: "json" };
import jaRecordings from "./ja/recordings.json" with { type: "json" };
import jaRecord from "./ja/record.json" with { type: "json" };
import jaTranscript from "./ja/transcript.json" with { type: "json" };
import jaTitle from "./ja/title.json" with { type: "json" };
import jaUpload from "./ja/upload.json" with { type: "json" };
import jaSearch from "./ja/search.json" with { type: "json" };
import jaShell from "./ja/shell.json" with { type: "json" };
import jaSignin from "./ja/signin.json" with { type: "json" };
import jaStages from "./ja/stages.json" with { type: "json" };
import jaSummary from "./ja/summary.json" with { type: "json" };
import type { Namespace } from "./catalogues.ts";

/** Apart from the English: a browser that reads English does not load them. */
export const JA = {
  access: jaAccess,
  account: jaAccount,
  call: jaCall,
  common: jaCommon,
  errors: jaErrors,
  forms: jaForms,
  home: jaHome,
  setting: jaSetting,
  member: jaMember,
  label: jaLabel,
  log: jaLog,
  live: jaLive,
  lobby: jaLobby,
  metrics: jaMetrics,
  playback: jaPlayback,
  panels: jaPanels,
  player: jaPlayer,
  recordings: jaRecordings,
  record: jaRecord,
  transcript: jaTranscript,
  title: jaTitle,
  upload: jaUpload,
  search: jaSearch,
  shell: jaShell,
  signin: jaSignin,
  stages: jaStages,
  summary: jaSummary,
} satisfies Record<Namespace, object>;

import jaAccess from "./ja/access.json" with { type: "json" };
import jaAccount from "./ja/account.json" with { type: "json" };
import jaAnalytics from "./ja/analytics.json" with { type: "json" };
import jaBench from "./ja/bench.json" with { type: "json" };
import jaBulk from "./ja/bulk.json" with { type: "json" };
import jaCare from "./ja/care.json" with { type: "json" };
import jaCall from "./ja/call.json" with { type: "json" };
import jaClip from "./ja/clip.json" with { type: "json" };
import jaClips from "./ja/clips.json" with { type: "json" };
import jaComment from "./ja/comment.json" with { type: "json" };
import jaCommon from "./ja/common.json" with { type: "json" };
import jaConnection from "./ja/connection.json" with { type: "json" };
import jaContact from "./ja/contact.json" with { type: "json" };
import jaCrm from "./ja/crm.json" with { type: "json" };
import jaDeal from "./ja/deal.json" with { type: "json" };
import jaDictionary from "./ja/dictionary.json" with { type: "json" };
import jaEngine from "./ja/engine.json" with { type: "json" };
import jaGeneral from "./ja/general.json" with { type: "json" };
import jaErrors from "./ja/errors.json" with { type: "json" };
import jaForms from "./ja/forms.json" with { type: "json" };
import jaHome from "./ja/home.json" with { type: "json" };
import jaSetting from "./ja/setting.json" with { type: "json" };
import jaMember from "./ja/member.json" with { type: "json" };
import jaLabel from "./ja/label.json" with { type: "json" };
import jaLibrary from "./ja/library.json" with { type: "json" };
import jaLog from "./ja/log.json" with { type: "json" };
import jaLive from "./ja/live.json" with { type: "json" };
import jaLobby from "./ja/lobby.json" with { type: "json" };
import jaMapping from "./ja/mapping.json" with { type: "json" };
import jaMetrics from "./ja/metrics.json" with { type: "json" };
import jaNotice from "./ja/notice.json" with { type: "json" };
import jaPalette from "./ja/palette.json" with { type: "json" };
import jaPlayback from "./ja/playback.json" with { type: "json" };
import jaPanels from "./ja/panels.json" with { type: "json" };
import jaPlayer from "./ja/player.json" with { type: "json" };
import jaRecordings from "./ja/recordings.json" with { type: "json" };
import jaRecorder from "./ja/recorder.json" with { type: "json" };
import jaQuestion from "./ja/question.json" with { type: "json" };
import jaRecord from "./ja/record.json" with { type: "json" };
import jaRuns from "./ja/runs.json" with { type: "json" };
import jaReview from "./ja/review.json" with { type: "json" };
import jaTranscript from "./ja/transcript.json" with { type: "json" };
import jaTitle from "./ja/title.json" with { type: "json" };
import jaUpload from "./ja/upload.json" with { type: "json" };
import jaView from "./ja/view.json" with { type: "json" };
import jaSearch from "./ja/search.json" with { type: "json" };
import jaShare from "./ja/share.json" with { type: "json" };
import jaDeveloper from "./ja/developer.json" with { type: "json" };
import jaEmbed from "./ja/embed.json" with { type: "json" };
import jaShared from "./ja/shared.json" with { type: "json" };
import jaShell from "./ja/shell.json" with { type: "json" };
import jaSignin from "./ja/signin.json" with { type: "json" };
import jaStages from "./ja/stages.json" with { type: "json" };
import jaSorting from "./ja/sorting.json" with { type: "json" };
import jaSummary from "./ja/summary.json" with { type: "json" };
import jaTalk from "./ja/talk.json" with { type: "json" };
import jaTemplate from "./ja/template.json" with { type: "json" };
import type { Namespace } from "./catalogues.ts";

/** Apart from the English: a browser that reads English does not load them. */
export const JA = {
  access: jaAccess,
  account: jaAccount,
  analytics: jaAnalytics,
  bench: jaBench,
  bulk: jaBulk,
  care: jaCare,
  call: jaCall,
  clip: jaClip,
  clips: jaClips,
  comment: jaComment,
  common: jaCommon,
  contact: jaContact,
  crm: jaCrm,
  deal: jaDeal,
  dictionary: jaDictionary,
  engine: jaEngine,
  general: jaGeneral,
  errors: jaErrors,
  forms: jaForms,
  home: jaHome,
  setting: jaSetting,
  member: jaMember,
  label: jaLabel,
  library: jaLibrary,
  log: jaLog,
  live: jaLive,
  lobby: jaLobby,
  mapping: jaMapping,
  metrics: jaMetrics,
  connection: jaConnection,
  notice: jaNotice,
  palette: jaPalette,
  playback: jaPlayback,
  panels: jaPanels,
  player: jaPlayer,
  recordings: jaRecordings,
  question: jaQuestion,
  record: jaRecord,
  recorder: jaRecorder,
  review: jaReview,
  runs: jaRuns,
  transcript: jaTranscript,
  title: jaTitle,
  upload: jaUpload,
  search: jaSearch,
  view: jaView,
  share: jaShare,
  developer: jaDeveloper,
  embed: jaEmbed,
  shared: jaShared,
  shell: jaShell,
  signin: jaSignin,
  stages: jaStages,
  sorting: jaSorting,
  summary: jaSummary,
  talk: jaTalk,
  template: jaTemplate,
} satisfies Record<Namespace, object>;

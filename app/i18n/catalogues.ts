import enCommon from "./en/common.json" with { type: "json" };
import enErrors from "./en/errors.json" with { type: "json" };
import enForms from "./en/forms.json" with { type: "json" };
import enHome from "./en/home.json" with { type: "json" };
import enLive from "./en/live.json" with { type: "json" };
import enLobby from "./en/lobby.json" with { type: "json" };
import enMetrics from "./en/metrics.json" with { type: "json" };
import enPlayer from "./en/player.json" with { type: "json" };
import enRecordings from "./en/recordings.json" with { type: "json" };
import enRecord from "./en/record.json" with { type: "json" };
import enTranscript from "./en/transcript.json" with { type: "json" };
import enUpload from "./en/upload.json" with { type: "json" };
import enShell from "./en/shell.json" with { type: "json" };
import enSignin from "./en/signin.json" with { type: "json" };
import enStages from "./en/stages.json" with { type: "json" };
import enSummary from "./en/summary.json" with { type: "json" };
import jaCommon from "./ja/common.json" with { type: "json" };
import jaErrors from "./ja/errors.json" with { type: "json" };
import jaForms from "./ja/forms.json" with { type: "json" };
import jaHome from "./ja/home.json" with { type: "json" };
import jaLive from "./ja/live.json" with { type: "json" };
import jaLobby from "./ja/lobby.json" with { type: "json" };
import jaMetrics from "./ja/metrics.json" with { type: "json" };
import jaPlayer from "./ja/player.json" with { type: "json" };
import jaRecordings from "./ja/recordings.json" with { type: "json" };
import jaRecord from "./ja/record.json" with { type: "json" };
import jaTranscript from "./ja/transcript.json" with { type: "json" };
import jaUpload from "./ja/upload.json" with { type: "json" };
import jaShell from "./ja/shell.json" with { type: "json" };
import jaSignin from "./ja/signin.json" with { type: "json" };
import jaStages from "./ja/stages.json" with { type: "json" };
import jaSummary from "./ja/summary.json" with { type: "json" };

/** Every namespace of texts. A new one: two files, two imports, two lines; `catalogue.test.ts` finds what is forgotten. */
export const EN = {
  common: enCommon,
  errors: enErrors,
  forms: enForms,
  home: enHome,
  live: enLive,
  lobby: enLobby,
  metrics: enMetrics,
  player: enPlayer,
  recordings: enRecordings,
  record: enRecord,
  transcript: enTranscript,
  upload: enUpload,
  shell: enShell,
  signin: enSignin,
  stages: enStages,
  summary: enSummary,
};

export type Namespace = keyof typeof EN;

export const JA = {
  common: jaCommon,
  errors: jaErrors,
  forms: jaForms,
  home: jaHome,
  live: jaLive,
  lobby: jaLobby,
  metrics: jaMetrics,
  player: jaPlayer,
  recordings: jaRecordings,
  record: jaRecord,
  transcript: jaTranscript,
  upload: jaUpload,
  shell: jaShell,
  signin: jaSignin,
  stages: jaStages,
  summary: jaSummary,
} satisfies Record<Namespace, object>;

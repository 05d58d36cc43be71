import type { SoundSpec } from "./publish-sound.ts";

/** The two sounds a participant can publish. */
export type PublishSource = "microphone" | "screen_share_audio";
/** Reconnects that LiveKit's client can be made to go through. */
export type Scenario = "signal-reconnect" | "full-reconnect" | "node-failure" | "server-leave";

/** What the parent asks of a publisher process. `id` is the caller's name for one participant. */
export type PublishAsk =
  | {
      do: "join";
      id: string;
      url: string;
      token: string;
      /** CLOCK_MONOTONIC of this host, ns: when sample 0 is due. The same for all who share a clock. */
      startAtMonoNs: string;
      tracks: { source: PublishSource; sound: SoundSpec }[];
      /** Whether it subscribes to the others, as a browser does. */
      receives?: boolean;
    }
  /** Silence in place of the sound; rtc-node 1.1.0 cannot mute a track as browsers do. */
  | { do: "hush"; id: string; source: PublishSource; on: boolean }
  | { do: "unpublish"; id: string; source: PublishSource }
  | { do: "scenario"; id: string; scenario: Scenario }
  | { do: "data"; id: string; text: string }
  | { do: "roster"; id: string }
  | { do: "leave"; id: string }
  | { do: "stop" };

type Report<K extends string, More = unknown> = { type: K; id: string; atMonoNs: string } & More;

/** What it tells. Identities are LiveKit's, as the room shows them to this participant. */
export type PublishTold =
  | Report<"joined", { identity: string }>
  | Report<"refused", { why: string }>
  | Report<"published", { source: PublishSource; sid: string }>
  | Report<"skipped", { source: PublishSource; ms: number }>
  | Report<"over", { source: PublishSource }>
  | Report<"met" | "lost", { identity: string }>
  | Report<"heard", { identity: string; source: string }>
  | Report<"data", { identity: string | null; text: string }>
  | Report<"dataSent" | "dataRefused">
  | Report<"roster", { identities: string[] }>
  | Report<"reconnecting" | "reconnected" | "left">
  | Report<"disconnected", { why: string }>
  | Report<"failed", { why: string }>;

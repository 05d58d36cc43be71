import type { Side } from "../views.ts";

export type HitView = {
  kind: "question" | "filler" | "tracker" | "topic" | "promise" | "coach_mark";
  rule: string;
  label: string | null;
  participantId: string | null;
  side: Side | null;
  t0Ms: number;
  t1Ms: number;
  isUnsure: boolean;
};

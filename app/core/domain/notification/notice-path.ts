import { paths } from "#app/paths.ts";
import type { NoticeKind } from "./notices.ts";

type About = {
  /** Whose notice it is. */
  memberId: string;
  targetKind: string | null;
  targetId: string | null;
  values: Record<string, unknown>;
};

/** Where a notice leads: the call, the comment, the link, the recording, or the page where an admin sees to it. */
export function noticePath(
  kind: NoticeKind,
  { memberId, targetKind, targetId, values }: About,
): string {
  const call = targetId ?? "";
  const text = (name: string): string => {
    const value = values[name];
    return typeof value === "string" ? value : "";
  };
  switch (kind) {
    case "mention":
    case "reply":
    case "feedback_request":
    case "feedback_received":
      return paths.playback(call, { tab: "comments", comment: text("commentId") });
    case "crm_review":
    case "crm_conflict":
    case "crm_failed":
      return paths.playback(call, { tab: "crm" });
    case "reviewer_assigned":
    case "access_given":
    case "call_handed_over":
    case "recording_ready":
    case "words_missing":
    case "private_opened":
      return paths.playback(call);
    case "share_viewed":
    case "share_ending": {
      const share = text("linkId");
      if (targetKind === "library") return paths.library(call, { share });
      return targetKind === "clip" ? paths.clip(call, { share }) : paths.playback(call, { share });
    }
    case "library_asked":
      return paths.libraries();
    case "library_agreed":
    case "library_declined":
    case "library_item":
      return paths.library(text("libraryId"));
    case "viewing_required":
    case "viewing_due":
      return paths.library(targetId ?? "");
    case "clip_asked":
    case "clip_agreed":
    case "clip_declined":
      return paths.clip(text("clipId"));
    case "clip_links_wait":
      return paths.clip(text("clipId"), { share: "open" });
    case "calls_handed_over":
      return paths.recordings({ owner: memberId });
    case "recording_failed":
      return paths.recording(text("recordingId"));
    case "recording_left":
      return text("step") === "waiting" ? paths.recorder() : paths.playback(call);
    case "chain_check_failed":
      return paths.systemLog();
    case "connection_broken":
      return paths.connections();
    case "storage_80":
    case "storage_95":
    case "storage_full":
    case "job_failed":
      return paths.home();
  }
}

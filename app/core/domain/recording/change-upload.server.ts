import type { Member } from "../access/actor.ts";
import { retryRecording } from "./retry.server.ts";
import { discardUpload, keepDuplicate, usePartial } from "./upload.server.ts";
import type { UploadIntent } from "./upload-intent.schema.ts";

const DO = {
  retry: retryRecording,
  keep: keepDuplicate,
  discard: discardUpload,
  use_partial: usePartial,
} as const;

/** @throws DomainError `not_found`, `forbidden`, `invalid_state` */
export const changeUpload = (actor: Member, { intent, recordingId }: UploadIntent): Promise<void> =>
  DO[intent](actor, recordingId);

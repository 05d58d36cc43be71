import { Readable } from "node:stream";
import type { Member } from "#app/core/domain/access/actor.ts";
import { beginUploadForm } from "#app/core/domain/recording/upload.schema.ts";
import {
  beginUpload,
  completeUpload,
  getUpload,
} from "#app/core/domain/recording/upload.server.ts";
import type { UploadTicket } from "#app/core/domain/recording/upload.schema.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";

type Sent = { bytes: Buffer; speaker?: string; side?: "R" | "C" };

/** A call whose files have all arrived, through the same steps as anybody's; needs a started queue. */
export async function uploaded(
  actor: Member,
  files: readonly Sent[],
  more: { channels?: "auto" | "yes" | "no"; transcript?: { name: string; text: string } } = {},
): Promise<UploadTicket> {
  const form = beginUploadForm.parse({
    consent: true,
    ...more,
    files: files.map(({ bytes, ...who }, n) => ({
      name: `${n}.wav`,
      size: bytes.length,
      ...who,
    })),
  });
  const ticket = await beginUpload(actor, form);
  for (const { id, index } of ticket.uploads) {
    const upload = await getUpload(actor, id);
    await blobs().put(upload.key, Readable.from([files[index]?.bytes ?? Buffer.alloc(0)]));
    await completeUpload(actor, upload);
  }
  return ticket;
}

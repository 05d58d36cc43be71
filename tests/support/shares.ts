import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { asSystem, type Member } from "#app/core/domain/access/actor.ts";
import { findCutTranscript } from "#app/core/domain/cut/cut-source.server.ts";
import {
  attemptFolder,
  claimCut,
  type CutFile,
  publishCut,
} from "#app/core/domain/cut/cut-work.server.ts";
import { wordsOfRanges } from "#app/core/domain/cut/words.ts";
import { newLinkForm } from "#app/core/domain/share/link.schema.ts";
import { makeLink } from "#app/core/domain/share/link-writes.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { db } from "#app/core/platform/db.server.ts";

type CallRow = { id: string; workspaceId: string };
export type ReadyLink = {
  linkId: string;
  urlPath: string;
  cutId: string;
  mixId: string;
  peaksId: string;
  bytes: Buffer;
};

/** A link whose cut was published as its job does it, with bytes in the place of sound; needs a started queue. */
export async function aReadyLink(
  owner: Member,
  call: CallRow,
  form: Record<string, string> = {},
  bytes: Buffer = Buffer.alloc(300_000, "sound"),
): Promise<ReadyLink> {
  const input = newLinkForm.parse({ names: "true", transcript: "true", ...form });
  const { linkId, urlPath } = await makeLink(owner, call.id, input);
  const cut = await db.cut.findFirstOrThrow({ where: { linkId }, select: { id: true } });
  await publishCutOf(call, cut.id, bytes);
  const files = await db.cutFile.findMany({ where: { cutId: cut.id } });
  const idOf = (kind: string): string => files.find((file) => file.kind === kind)?.id ?? "";
  return { linkId, urlPath, cutId: cut.id, mixId: idOf("mix"), peaksId: idOf("peaks"), bytes };
}

/** Makes the words of a cut anew, and its files where it has none. */
export async function publishCutOf(
  { workspaceId, id: callId }: CallRow,
  cutId: string,
  bytes: Buffer = Buffer.alloc(1),
): Promise<void> {
  const claim = await claimCut({ workspaceId, cutId });
  if (!claim) throw new Error("nothing to make");
  const said = await findCutTranscript(asSystem(workspaceId, "test"), callId, claim.ranges);
  const store = async (kind: CutFile["kind"], lane: number | null, body: Buffer) => {
    const key = `${attemptFolder(claim)}/${kind}`;
    await blobs().put(key, Readable.from([body]));
    const sha256 = new Uint8Array(createHash("sha256").update(body).digest());
    const mime = kind === "mix" ? "audio/mp4" : "application/octet-stream";
    return { kind, lane, key, bytes: body.length, sha256, mime };
  };
  await publishCut(claim, {
    media: claim.hasMedia
      ? null
      : {
          files: [await store("mix", null, bytes), await store("peaks", 0, Buffer.alloc(20, 60))],
        },
    voices: [{ name: "Elena Duarte", side: "C" }],
    words: said && wordsOfRanges(said.said, claim.ranges, said.lanes, said.number),
    wordsVersion: said?.number ?? null,
    quote: null,
  });
}

/**
 * What goes over the recogniser's socket, little endian:
 * u32 bytes of PCM, f64 start on the call clock in ms, u16 bytes of id, id, s16le mono at 16 kHz.
 * The id is `<identity>/<source>`.
 */
const HEAD = 14;
/** No block is longer than ten seconds, no id than this: more is not ours. */
const MOST_PCM = 16_000 * 2 * 10;
const MOST_ID = 512;

export type PcmBlock = { id: string; startMs: number; pcm: Int16Array };

export function encodePcmBlock({ id, startMs, pcm }: PcmBlock): Buffer {
  const name = Buffer.from(id);
  const head = Buffer.alloc(HEAD);
  head.writeUInt32LE(pcm.byteLength, 0);
  head.writeDoubleLE(startMs, 4);
  head.writeUInt16LE(name.length, 12);
  return Buffer.concat([head, name, Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength)]);
}

/** Cuts a stream back into blocks, in chunks of any length. One per connection. */
export class PcmBlockReader {
  #rest = Buffer.alloc(0);

  /** @throws Error where the stream is no stream of blocks */
  push(chunk: Uint8Array): PcmBlock[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const blocks: PcmBlock[] = [];
    while (this.#rest.length >= HEAD) {
      const bytes = this.#rest.readUInt32LE(0);
      const idBytes = this.#rest.readUInt16LE(12);
      if (bytes > MOST_PCM || bytes % 2 !== 0 || idBytes > MOST_ID)
        throw new Error("This is no stream of PCM blocks");
      const end = HEAD + idBytes + bytes;
      if (this.#rest.length < end) break;
      const pcm = new Int16Array(bytes / 2);
      Buffer.from(pcm.buffer).set(this.#rest.subarray(HEAD + idBytes, end)); // a copy: blocks start at odd places
      blocks.push({
        id: this.#rest.toString("utf8", HEAD, HEAD + idBytes),
        startMs: this.#rest.readDoubleLE(4),
        pcm,
      });
      this.#rest = this.#rest.subarray(end);
    }
    return blocks;
  }
}

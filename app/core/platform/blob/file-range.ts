import { close, open, read } from "node:fs";
import { Readable, type Writable } from "node:stream";
import { promisify } from "node:util";

/** 1 MiB reads: twice the throughput of Node's 64 KiB (reliability §8.2 Ranges). */
export const READ_BYTES = 1024 * 1024;
/** Buffers kept for the next reader: a fresh one costs a quarter of the time to send it. */
const KEPT = 16;
const free: Buffer[] = [];

const openFile = promisify(open);
const readFile = promisify(read);

/** A stretch of a file: a stream like any other, which can also send itself to a socket through buffers that are used again. */
export class FileRange extends Readable {
  readonly #fd: number;
  #at: number;
  readonly #end: number;
  /** A file is closed after its last read: the number may be another file's a moment later. */
  #reading: Promise<unknown> | null = null;

  private constructor(fd: number, from: number, to: number) {
    super({ highWaterMark: READ_BYTES });
    this.#fd = fd;
    this.#at = from;
    this.#end = to + 1;
  }

  /** @param to the last byte, included. @throws what `open` throws */
  static async of(path: string, from: number, to: number): Promise<FileRange> {
    return new FileRange(await openFile(path, "r"), from, to);
  }

  /** Sends what is left and ends the target. @throws Error when the file is shorter than told, or the target goes away */
  async sendTo(target: Writable): Promise<void> {
    const buffer = free.pop() ?? Buffer.allocUnsafeSlow(READ_BYTES);
    try {
      while (this.#at < this.#end) await written(target, await this.#next(buffer));
      target.end();
      // Only now: a write that was broken off may still read from it.
      if (free.length < KEPT) free.push(buffer);
    } finally {
      this.destroy();
    }
  }

  async #next(buffer: Buffer): Promise<Buffer> {
    const wanted = Math.min(buffer.length, this.#end - this.#at);
    if (this.destroyed) throw new Error("the reader has gone");
    const reading = readFile(this.#fd, buffer, 0, wanted, this.#at);
    this.#reading = reading;
    const { bytesRead } = await reading;
    this.#reading = null;
    if (bytesRead === 0) throw new Error("a stored file is shorter than its row says");
    this.#at += bytesRead;
    return buffer.subarray(0, bytesRead);
  }

  override _read(): void {
    if (this.#at >= this.#end) {
      this.push(null);
      return;
    }
    this.#next(Buffer.allocUnsafeSlow(Math.min(READ_BYTES, this.#end - this.#at))).then(
      (bytes) => this.push(bytes),
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const end = (): void => close(this.#fd, () => done(error));
    if (this.#reading) void this.#reading.then(end, end);
    else end();
  }
}

/** Resolves when the kernel has the bytes. */
function written(target: Writable, bytes: Buffer): Promise<void> {
  return new Promise((done, fail) => {
    if (target.destroyed) {
      fail(new Error("the reader has gone"));
      return;
    }
    const gone = (): void => fail(new Error("the reader has gone"));
    target.once("close", gone);
    target.write(bytes, (error) => {
      target.off("close", gone);
      if (error) fail(error);
      else done();
    });
  });
}

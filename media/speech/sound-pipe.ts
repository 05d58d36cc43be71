import { constants, openSync } from "node:fs";
import { Socket } from "node:net";

/** So often it is looked whether the decoder has come to this sound. */
const RETRY_MS = 10;

export type SoundPipe = {
  /** Takes 16 kHz samples, which are copied; never waits, never throws. */
  push(pcm: Int16Array): void;
  /** Nothing more comes. */
  end(): void;
  /** The reader is gone: what waits is thrown away. */
  close(): void;
};

/** Sound on its way into a FIFO, which its reader opens when it is this sound's turn. */
export function openSoundPipe(path: string): SoundPipe {
  let waiting: Buffer[] = [];
  let socket: Socket | undefined;
  let inFlight = 0;
  let isEnded = false;
  let knocking: NodeJS.Timeout | undefined;

  const close = () => {
    clearTimeout(knocking);
    isEnded = true;
    waiting = [];
    socket?.destroy();
  };
  const write = (to: Socket, block: Buffer) => {
    inFlight++;
    to.write(block, () => {
      inFlight--;
      leave();
    });
  };
  /** Closed, which ends the reader's file; a FIFO cannot be shut down as a socket can. */
  const leave = () => {
    if (isEnded && inFlight === 0) socket?.destroy();
  };
  const knock = () => {
    let fd: number;
    try {
      fd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch {
      knocking = setTimeout(knock, RETRY_MS); // nobody reads yet
      return;
    }
    socket = new Socket({ fd, readable: false, writable: true });
    socket.on("error", close);
    for (const block of waiting.splice(0)) write(socket, block);
    leave();
  };
  knock();

  return {
    push(pcm) {
      if (isEnded || pcm.length === 0) return;
      const block = Buffer.from(Int16Array.from(pcm).buffer);
      if (socket) write(socket, block);
      else waiting.push(block);
    },
    end() {
      isEnded = true;
      leave();
    },
    close,
  };
}

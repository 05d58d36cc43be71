import * as z from "zod";

/**
 * What the recorder is told at its birth; everything secret comes later, over IPC.
 * - `CALL` the call's id; `ATTEMPT` counts the processes of this call and room from 1
 * - `DIR` folder of all files, shared by all attempts; `LK_URL` the SFU's WebSocket
 * - `T0_MONO_NS` CLOCK_MONOTONIC at the call's zero, nanoseconds
 * - `PCM_SOCK` Unix socket of the recogniser, empty without one
 * - `COACH` keep: coaches who speak are tracks of their own; skip: they are never subscribed; room: this is
 *   the process in the coaches' room, which has no mix
 * - `SPARE` it loads everything and begins with its first message; it ends with its parent until then
 */
export const recorderEnv = z.object({
  CALL: z.string().min(1),
  ATTEMPT: z.coerce.number().int().positive(),
  DIR: z.string().min(1),
  LK_URL: z.string().min(1),
  T0_MONO_NS: z
    .string()
    .regex(/^-?\d+$/)
    .transform(BigInt),
  PCM_SOCK: z.string().default(""),
  COACH: z.enum(["keep", "skip", "room"]).default("keep"),
  SPARE: z.stringbool().catch(false),
});

/** IPC into the recorder. The first one carries the token and is applied before it connects. */
export const recorderCommand = z.union([
  z.object({ token: z.string(), paused: z.boolean(), skip: z.array(z.string()) }),
  z.object({ stop: z.literal(true) }),
  z.object({ pause: z.boolean() }),
  z.object({ skip: z.string(), on: z.boolean() }),
]);
export type RecorderCommand = z.output<typeof recorderCommand>;

/** The call is over; any other end, a signal included, asks for the next attempt. */
export const EXIT_OVER = 0;
export const EXIT_AGAIN = 75;

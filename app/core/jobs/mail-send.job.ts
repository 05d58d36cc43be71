import * as z from "zod";
import { defineJob, EXCLUSIVE } from "./define.ts";

/** A letter waits in the outbox → it is sent, or what somebody at the door asked for is looked up first. */
export const sendMail = defineJob({
  name: "mail.send",
  lane: "integrations",
  payload: z.object({ v: z.literal(1), mailId: z.uuid() }),
  queue: { ...EXCLUSIVE, expireInSeconds: 300 },
});

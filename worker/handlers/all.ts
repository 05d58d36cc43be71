import type { Handlers } from "../handle.ts";
import { indexCall } from "./call-index.ts";
import { summariseCall } from "./call-summarise.ts";
import { sendMail } from "./mail-send.ts";
import { transcodeRecording } from "./recording-transcode.ts";
import { transcribeRecording } from "./recording-transcribe.ts";
import { sweepMinute, sweepNight } from "./sweep.ts";
import { deriveTranscript } from "./transcript-derive.ts";

export const HANDLERS: Handlers = {
  "recording.transcode": transcodeRecording,
  "recording.transcribe": transcribeRecording,
  "call.summarise": summariseCall,
  "transcript.derive": deriveTranscript,
  "call.index": indexCall,
  "mail.send": sendMail,
  "sweep.minute": sweepMinute,
  "sweep.night": sweepNight,
};

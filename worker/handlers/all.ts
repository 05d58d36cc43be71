import type { Handlers } from "../handle.ts";
import { indexCall } from "./call-index.ts";
import { summariseCall } from "./call-summarise.ts";
import { applyLabel } from "./label-apply.ts";
import { sendMail } from "./mail-send.ts";
import { demoCall } from "./demo-call.ts";
import { assembleRecording } from "./recording-assemble.ts";
import { pictureRecording } from "./recording-picture.ts";
import { transcodeRecording } from "./recording-transcode.ts";
import { transcribeRecording } from "./recording-transcribe.ts";
import { sweepMinute, sweepNightly } from "./sweep.ts";
import { deriveTranscript } from "./transcript-derive.ts";

export const HANDLERS: Handlers = {
  "recording.assemble": assembleRecording,
  "recording.transcode": transcodeRecording,
  "recording.picture": pictureRecording,
  "recording.transcribe": transcribeRecording,
  "call.summarise": summariseCall,
  "transcript.derive": deriveTranscript,
  "call.index": indexCall,
  "label.apply": applyLabel,
  "mail.send": sendMail,
  "demo.call": demoCall,
  "sweep.minute": sweepMinute,
  "sweep.night": sweepNightly,
};

import { indexCall } from "./call-index.job.ts";
import { summariseCall } from "./call-summarise.job.ts";
import { applyLabel } from "./label-apply.job.ts";
import { sendMail } from "./mail-send.job.ts";
import { demoCall } from "./demo-call.job.ts";
import { assembleRecording } from "./recording-assemble.job.ts";
import { makePicture } from "./recording-picture.job.ts";
import { transcodeRecording } from "./recording-transcode.job.ts";
import { transcribeRecording } from "./recording-transcribe.job.ts";
import { sweepMinute, sweepNightly } from "./sweep.job.ts";
import { deriveTranscript } from "./transcript-derive.job.ts";

export const ALL_JOBS = [
  assembleRecording,
  transcodeRecording,
  makePicture,
  transcribeRecording,
  summariseCall,
  deriveTranscript,
  indexCall,
  applyLabel,
  sendMail,
  demoCall,
  sweepMinute,
  sweepNightly,
] as const;
export type AnyJob = (typeof ALL_JOBS)[number];

import { runBulkJob } from "./bulk-run.job.ts";
import { indexCall } from "./call-index.job.ts";
import { makeClipOutput } from "./clip-output.job.ts";
import { makeCut } from "./cut-make.job.ts";
import { summariseCall } from "./call-summarise.job.ts";
import { proposeToCrm } from "./crm-propose.job.ts";
import { writeToCrm } from "./crm-write.job.ts";
import { applyLabel } from "./label-apply.job.ts";
import { sendMail } from "./mail-send.job.ts";
import { demoCall } from "./demo-call.job.ts";
import { bringDemoHistory } from "./demo-history.job.ts";
import { assembleRecording } from "./recording-assemble.job.ts";
import { measureRecording } from "./recording-measure.job.ts";
import { makePicture } from "./recording-picture.job.ts";
import { transcodeRecording } from "./recording-transcode.job.ts";
import { transcribeRecording } from "./recording-transcribe.job.ts";
import { changeSpeechModel } from "./speech-model.job.ts";
import { trySpeech } from "./speech-try.job.ts";
import { sweepMinute, sweepNightly } from "./sweep.job.ts";
import { generateSummary } from "./summary-generate.job.ts";
import { deriveTranscript } from "./transcript-derive.job.ts";

export const ALL_JOBS = [
  assembleRecording,
  measureRecording,
  transcodeRecording,
  makePicture,
  makeCut,
  makeClipOutput,
  transcribeRecording,
  summariseCall,
  generateSummary,
  changeSpeechModel,
  trySpeech,
  deriveTranscript,
  indexCall,
  applyLabel,
  runBulkJob,
  proposeToCrm,
  writeToCrm,
  sendMail,
  demoCall,
  bringDemoHistory,
  sweepMinute,
  sweepNightly,
] as const;
export type AnyJob = (typeof ALL_JOBS)[number];

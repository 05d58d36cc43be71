import type { Handlers } from "../handle.ts";
import { bulkRun } from "./bulk-run.ts";
import { indexCall } from "./call-index.ts";
import { generateSummary } from "./summary-generate.ts";
import { clipOutput } from "./clip-output.ts";
import { crmPropose } from "./crm-propose.ts";
import { crmWrite } from "./crm-write.ts";
import { cutMake } from "./cut-make.ts";
import { summariseCall } from "./call-summarise.ts";
import { applyLabel } from "./label-apply.ts";
import { sendMail } from "./mail-send.ts";
import { demoCall } from "./demo-call.ts";
import { demoHistory } from "./demo-history.ts";
import { assembleRecording } from "./recording-assemble.ts";
import { measureRecording } from "./recording-measure.ts";
import { pictureRecording } from "./recording-picture.ts";
import { transcodeRecording } from "./recording-transcode.ts";
import { transcribeRecording } from "./recording-transcribe.ts";
import { changeSpeechModel } from "./speech-model.ts";
import { trySpeech } from "./speech-try.ts";
import { sweepMinute, sweepNightly } from "./sweep.ts";
import { deriveTranscript } from "./transcript-derive.ts";

export const HANDLERS: Handlers = {
  "recording.assemble": assembleRecording,
  "recording.measure": measureRecording,
  "recording.transcode": transcodeRecording,
  "recording.picture": pictureRecording,
  "cut.make": cutMake,
  "clip.output": clipOutput,
  "recording.transcribe": transcribeRecording,
  "speech.model": changeSpeechModel,
  "speech.try": trySpeech,
  "call.summarise": summariseCall,
  "summary.generate": generateSummary,
  "transcript.derive": deriveTranscript,
  "call.index": indexCall,
  "label.apply": applyLabel,
  "bulk.run": bulkRun,
  "crm.propose": crmPropose,
  "crm.write": crmWrite,
  "mail.send": sendMail,
  "demo.call": demoCall,
  "demo.history": demoHistory,
  "sweep.minute": sweepMinute,
  "sweep.night": sweepNightly,
};

import { EnginesPanel, type ShownEngine } from "./engines-panel.tsx";
import { type ShownSpeech, SpeechPanel } from "./speech-panel.tsx";

export type EnginePanelsProps = { engine: ShownEngine; speech: ShownSpeech; answer: unknown };

/** What listens to calls, and what summarises them. */
export function EnginePanels({ engine, speech, answer }: EnginePanelsProps) {
  return (
    <>
      <SpeechPanel speech={speech} answer={answer} />
      <EnginesPanel engine={engine} answer={answer} />
    </>
  );
}

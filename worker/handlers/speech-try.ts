import { saveSpeechTry } from "#app/core/domain/component/speech-models.server.ts";
import { SpeechError } from "#media/speech/engine.ts";
import { hearSentence } from "#media/speech/try-model.ts";
import type { Handlers } from "../handle.ts";

const LANGUAGE = "en";

/** Says a sentence and lets the engine that is chosen for English hear it, as the next call would be heard. */
export const trySpeech: Handlers["speech.try"] = async ({ sentence }, { signal, context }) => {
  const choice = context.choose(LANGUAGE);
  const engine =
    choice.engine === "off" ? undefined : context.engines().engine(choice.engine, LANGUAGE);
  if (engine === undefined) {
    await saveSpeechTry("off", { sentence, fault: "no_engine" });
    return;
  }
  const about = { sentence, engine: engine.id, model: engine.model };
  try {
    const { text, isSpoken, ms } = await hearSentence(engine, context.engines().programs, {
      ...{ sentence, language: LANGUAGE, signal },
    });
    await saveSpeechTry("on", {
      ...{ ...about, heard: text, isSpoken: String(isSpoken), ms: String(Math.round(ms)) },
    });
  } catch (error) {
    signal.throwIfAborted();
    const fault = error instanceof SpeechError ? error.code : "unexpected";
    await saveSpeechTry("off", { ...about, fault });
  }
};

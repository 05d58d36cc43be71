import type { Unit } from "./import-result.ts";

export type Columns = { name: number | null; from: number | null; to: number | null; text: number };

/** In English, Japanese, German, French, Spanish, Italian and Portuguese, as `heading` leaves them. */
const NAMES: Record<keyof Columns, readonly string[]> = {
  name: [
    ...[
      "speaker",
      "speaker name",
      "speaker label",
      "name",
      "participant",
      "who",
      "voice",
      "author",
    ],
    ...["話者", "話者名", "発言者", "発話者", "名前", "氏名"],
    ...[
      "sprecher",
      "sprecherin",
      "sprecher/in",
      "sprecher:in",
      "teilnehmer",
      "teilnehmerin",
      "person",
    ],
    ...["intervenant", "intervenante", "locuteur", "locutrice", "orateur", "nom", "participante"],
    ...["hablante", "orador", "oradora", "nombre", "interlocutor", "locutor", "participant(e)"],
    ...["parlante", "oratore", "relatore", "nome", "partecipante", "falante", "interveniente"],
  ],
  from: [
    ...["start", "start time", "start timecode", "from", "begin", "in", "in point", "time"],
    ...["timestamp", "time stamp", "timecode", "time code", "offset", "t0"],
    ...["開始", "開始時刻", "開始時間", "時刻", "時間", "タイムスタンプ", "タイムコード"],
    ...["beginn", "anfang", "von", "zeit", "startzeit", "zeitstempel", "zeitpunkt", "uhrzeit"],
    ...["debut", "heure", "heure de debut", "temps", "horodatage", "de", "minutage"],
    ...["inicio", "tiempo", "hora", "hora de inicio", "desde", "marca de tiempo"],
    ...["inizio", "ora", "tempo", "da", "orario", "inicio do tempo"],
  ],
  to: [
    ...["end", "end time", "end timecode", "to", "stop", "out", "out point", "t1"],
    ...["終了", "終了時刻", "終了時間"],
    ...["ende", "bis", "endzeit", "fin", "heure de fin", "hora de fin", "hasta", "final"],
    ...["fine", "fim", "a", "ate"],
  ],
  text: [
    ...["text", "transcript", "transcription", "content", "caption", "utterance", "sentence"],
    ...["message", "words", "発言", "発言内容", "発話", "内容", "テキスト", "本文", "文字起こし"],
    ...["inhalt", "transkript", "wortlaut", "aussage", "texte", "contenu", "propos"],
    ...["texto", "contenido", "transcripcion", "mensaje", "testo", "contenuto", "trascrizione"],
    ...["conteudo", "transcricao", "fala"],
  ],
};
const SECONDS = /[\s(\[](s|secs?|seconds?|sek|sekunden|secondes|segundos|secondi|秒)[)\]]?$|秒\)?$/;
const MILLISECONDS = /[\s(\[](ms|msecs?|milliseconds?|millisekunden|ミリ秒)[)\]]?$|ミリ秒$/;

const accentless = (cell: string): string =>
  cell
    .normalize("NFKD")
    .replace(/[\u0300-\u0304\u0308\u0327]/g, "")
    .normalize("NFC");

export const heading = (cell: string): string =>
  accentless(cell.normalize("NFKC"))
    .toLowerCase()
    .replace(/[_\s\u002d:]+/g, " ")
    .trim();

/** The unit that a heading says its numbers have. */
export const unitIn = (said: string): Unit | null =>
  MILLISECONDS.test(said) ? "ms" : SECONDS.test(said) ? "s" : null;

/** Without what is in brackets behind it, or a unit: "Time (MM/DD/YYYY)", "start ms". */
const plain = (said: string): string =>
  said
    .replace(/\s*[([].*$/, "")
    .replace(MILLISECONDS, "")
    .replace(SECONDS, "")
    .trim();

/** The column whose heading is the surest name for it: "Text" before "Sentence", wherever they are. */
function at(headings: readonly string[], column: keyof Columns): number | null {
  const names = NAMES[column];
  let [best, rank] = [-1, names.length];
  for (const [n, cell] of headings.entries()) {
    const places = [names.indexOf(cell), names.indexOf(plain(cell))].filter((place) => place >= 0);
    const least = Math.min(...places, names.length);
    if (least < rank) [best, rank] = [n, least];
  }
  return best < 0 ? null : best;
}

export const isHeading = (cell: string): boolean => {
  const columns: (keyof Columns)[] = ["name", "from", "to", "text"];
  return columns.some((column) => at([heading(cell)], column) !== null);
};

/** Which column is what; null where the headings name no words, or neither names nor times. */
export function columnsUnder(headings: readonly string[]): Columns | null {
  const text = at(headings, "text");
  const [name, from] = [at(headings, "name"), at(headings, "from")];
  if (text === null || (name === null && from === null)) return null;
  return { name, from, to: at(headings, "to"), text };
}

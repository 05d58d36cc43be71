/** `14:02:33 From Mari Kato to Everyone: Hello`, as meeting programs save what people type; `To` may be missing. */
const MESSAGE =
  /^\s*(?:\d{4}-\d{2}-\d{2}\s)?\s*\d{1,2}:\d{2}:\d{2}\s{1,4}(?:From|開始|差出人)\s{1,4}\S/;
const LEAST_MESSAGES = 2;
const LEAST_SHARE = 0.3;
const MOST_LETTERS = 200;

/** Whether a text is a saved chat: typed messages, none of them said. */
export function isChat(text: string): boolean {
  const lines = text.split("\n", 2_000).filter((line) => line.trim() !== "");
  const messages = lines.filter((line) => isMessage(line.slice(0, MOST_LETTERS))).length;
  return messages >= LEAST_MESSAGES && messages >= lines.length * LEAST_SHARE;
}

/** The sender ends with a colon; "From the top we start" has none. */
const isMessage = (line: string): boolean =>
  MESSAGE.test(line) && /[:：]/.test(line.slice(line.search(/[^\d\s:-]/)));

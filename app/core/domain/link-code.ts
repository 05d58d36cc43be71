/** How many signs of base64url the code of a link has, by what the link is for. */
const SIGNS = { activation: 43, password_reset: 43, sign_up: 22, shared: 22, embed: 32 } as const;
type CodedLink = keyof typeof SIGNS;

/** The signs of base64url at the beginning: chats and letters put a stop, a bracket or the next word behind a link. */
export const leadingSigns = (text: string): string => /^[\w-]*/.exec(text.trimStart())?.[0] ?? "";

/**
 * The code of a link as it was made, without what follows it in the address.
 * @param text as it was decoded from the address
 * @returns null where it is not whole: a sign is missing, or there are more
 */
export function codeOf(link: CodedLink, text: string): string | null {
  const code = leadingSigns(text);
  return code.length === SIGNS[link] ? code : null;
}

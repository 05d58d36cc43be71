/**
 * Puts a text on the clipboard; call it inside a click.
 * @returns false where the browser refuses it: then the text is shown, so that it can be taken by hand
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Also pages without a secure address, where there is no clipboard at all.
    return false;
  }
}

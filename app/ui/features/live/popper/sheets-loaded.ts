/** A sheet that does not come must not keep the window empty. */
const MOST_MS = 2_000;

/**
 * Settles when every style sheet has come or failed: what is drawn before takes its colours from nowhere.
 * @param links cloned into another document, where each loads anew
 */
export async function sheetsLoaded(
  links: readonly EventTarget[],
  mostMs: number = MOST_MS,
): Promise<void> {
  let late: ReturnType<typeof setTimeout> | undefined;
  const all = Promise.all(
    links.map(
      (link) =>
        new Promise<void>((done) => {
          for (const event of ["load", "error"])
            link.addEventListener(event, () => done(), { once: true });
        }),
    ),
  );
  await Promise.race([all, new Promise((done) => (late = setTimeout(done, mostMs)))]);
  clearTimeout(late);
}

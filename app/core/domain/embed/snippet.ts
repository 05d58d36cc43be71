import type { LinkSubject } from "../share/link-subject.ts";

/** What a frame is in pages of other sites, in CSS pixels (product §23). */
export const FRAME = { width: 640, height: 360 };

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** What a frame is called for who does not see it. @param title that visitors read; null where the key shows none */
export function frameTitle(kind: LinkSubject["kind"], title: string | null): string {
  const what = kind === "clip" ? "Clip" : "Call";
  return title === null ? what : `${what}: ${title}`;
}

/** The HTML that puts a player into a page. */
export const snippetOf = ({
  src,
  title,
  width = FRAME.width,
  height = FRAME.height,
}: {
  src: string;
  title: string;
  width?: number;
  height?: number;
}): string =>
  `<iframe src="${escaped(src)}" title="${escaped(title)}" width="${width}" height="${height}" loading="lazy" ` +
  `allow="autoplay; fullscreen; picture-in-picture; clipboard-write" referrerpolicy="strict-origin-when-cross-origin" ` +
  `style="border:0;max-width:100%"></iframe>`;

/** A page to be put on another site, with nothing in it but a player and what it says. */
export const testPageOf = (snippet: string, origin: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parley player test</title>
<h1>Parley player test</h1>
<p>Put this file on a site that the key lists, and open it there. If that site has a Content-Security-Policy, it needs:</p>
<pre>frame-src ${escaped(origin)}</pre>
${snippet}
<p><button id="play">play</button> <button id="pause">pause</button> <button id="state">getState</button></p>
<pre id="log" style="max-height:20em;overflow:auto"></pre>
<script>
const frame = document.querySelector("iframe");
const log = document.getElementById("log");
const send = (context, method, value) =>
  frame.contentWindow.postMessage(JSON.stringify({ context, version: context === "parley" ? 1 : "0.0.11", method, value }), ${JSON.stringify(origin)});
addEventListener("message", (event) => {
  if (event.source !== frame.contentWindow || event.origin !== ${JSON.stringify(origin)}) return;
  log.prepend(event.data + "\\n");
  // Its events come to who asked for them.
  if (JSON.parse(event.data).event === "ready" && !frame.dataset.asked) {
    frame.dataset.asked = "1";
    for (const name of ["play", "pause", "ended", "error"]) send("player.js", "addEventListener", name);
  }
});
document.getElementById("play").onclick = () => send("player.js", "play");
document.getElementById("pause").onclick = () => send("player.js", "pause");
document.getElementById("state").onclick = () => send("parley", "getState");
</script>
</html>
`;

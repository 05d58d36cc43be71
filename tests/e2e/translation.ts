import type { BrowserContext } from "playwright/test";

/** How a browser's translation changes text: elements around it, or others with text of their own in its place. */
export type Translation = "wraps" | "replaces";

/** Puts two elements around, or in place of, every text that comes into a page, as browsers do that translate it. */
export async function translatePages(context: BrowserContext, how: Translation): Promise<void> {
  await context.addInitScript((kind) => {
    const ours = new WeakSet<Node>();
    const isWords = (node: Node): node is Text =>
      node instanceof Text &&
      !ours.has(node) &&
      node.data.trim() !== "" &&
      node.parentElement !== null &&
      node.parentElement.closest("script, style, title, textarea, option, svg, font") === null;
    const translate = (text: Text): void => {
      const font = () => document.createElementNS("http://www.w3.org/1999/xhtml", "font");
      const [outer, inner] = [font(), font()];
      outer.append(inner);
      text.replaceWith(outer);
      if (kind === "wraps") inner.append(text);
      else inner.append(new Text(text.data));
      for (const node of inner.childNodes) ours.add(node);
    };
    const look = (root: Node): void => {
      const found: Text[] = [];
      if (isWords(root)) found.push(root);
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
        if (isWords(node)) found.push(node);
      for (const text of found) translate(text);
    };
    const observer = new MutationObserver((records) => {
      for (const { addedNodes, target, type } of records)
        if (type === "characterData") ours.delete(target);
        else for (const node of addedNodes) look(node);
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  }, how);
}

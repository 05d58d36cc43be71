/**
 * Programs that open a link to draw a card of it, by what they call themselves. People who read it inside the
 * same companies' apps are none: those are browsers with a name added at the end.
 */
const PREVIEWS = [
  /(?<!cu)bot\b/i, // Cubot makes telephones
  /(?:crawler|spider|scraper|unfurl|link-?preview|uripreview|embedly|iframely)/i,
  /\b(?:facebookexternalhit|facebot|vkshare|outbrain|line-poker|kakaotalk-scrap|google-pagerenderer)\b/i,
  /^(?:whatsapp|viber|mastodon|pleroma|misskey|synapse|slack-imgproxy|signal)\b/i,
];

/** Whether a request wants a card of the page, not the page. */
export const isLinkPreview = (request: Request): boolean => {
  const agent = request.headers.get("user-agent") ?? "";
  return PREVIEWS.some((pattern) => pattern.test(agent));
};

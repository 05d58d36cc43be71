import type {
  clipLinkCommands,
  manyClipLinksCommands,
} from "#app/core/pages/clip-links-commands.server.ts";
import type { sharesPart } from "#app/core/pages/playback-shares.server.ts";
import { askedOf, type CasesOf, read, type Requests, type SomeCasesOf } from "../requests.ts";

const ofClip = { about: "clip" } as const;
const ofClipLink = (more: Record<string, string> = {}) => ({
  ...ofClip,
  right: "link.change" as const,
  form: { linkId: "{clipLinkId}", ...more },
});

/** What is asked for about keys of a link. */
const keys = (linkId: string, keyId: string, more: { about?: "clip" } = {}) => {
  const right = "link.change" as const;
  return {
    make_embed_key: [
      { ...more, right, form: { linkId, origins: "https://desk.example" } },
      { ...more, right, form: { linkId, showsTitle: "true", days: "30" } },
    ] as const,
    allow_embed_site: { ...more, right, form: { keyId, site: "https://shop.example" } },
    rotate_embed_key: { ...more, right, form: { keyId, hours: "1" } },
    revoke_embed_key: { ...more, right, form: { keyId } },
    mint_embed_token: { ...more, right, form: { keyId, minutes: "5", label: "Elena" } },
  };
};

const ofPlayback = {
  make_link: [
    { right: "link.create", form: { t0Ms: "0", t1Ms: "900", names: "true" } },
    {
      right: "link.create",
      form: { audience: "people", addresses: "elena@north.example", days: "7" },
    },
  ],
  extend_link: { right: "link.change", form: { linkId: "{sharedId}", days: "3" } },
  change_link_password: {
    right: "link.change",
    form: { linkId: "{sharedId}", password: "another harbour" },
  },
  allow_link_views: { right: "link.change", form: { linkId: "{sharedId}", views: "10" } },
  add_link_addresses: {
    right: "link.change",
    form: { linkId: "{sharedId}", addresses: "ana@north.example" },
  },
  remove_link_address: {
    right: "link.change",
    form: { linkId: "{sharedId}", email: "elena@north.example" },
  },
  revoke_link: { right: "link.change", form: { linkId: "{sharedId}" } },
  retry_link: { right: "link.change", form: { linkId: "{failedLinkId}" } },
  ...keys("{embedLinkId}", "{embedKeyId}"),
  revoke_call_links: { right: "link.change" },
} satisfies SomeCasesOf<typeof sharesPart.commands>;

const ofClips = {
  make_link: [
    { ...ofClip, right: "link.create", form: { revision: "1", names: "true", transcript: "true" } },
    {
      ...{ ...ofClip, right: "link.create" },
      form: { revision: "1", audience: "people", addresses: "elena@north.example" },
    },
  ],
  agree: { ...ofClip, right: "link.create", form: { revision: "1" } },
  extend_link: ofClipLink({ days: "3" }),
  change_link_password: ofClipLink({ password: "another harbour" }),
  allow_link_views: ofClipLink({ views: "10" }),
  add_link_addresses: ofClipLink({ addresses: "ana@north.example" }),
  remove_link_address: ofClipLink({ email: "elena@north.example" }),
  revoke_link: ofClipLink(),
  retry_link: ofClipLink(),
  ...keys("{clipEmbedLinkId}", "{clipEmbedKeyId}", ofClip),
} satisfies CasesOf<typeof clipLinkCommands.commands>;

const clips = '[{"clipId":"{clipId}","revision":1}]';
const ofManyClips = {
  make_links: [
    { ...ofClip, right: "link.create", form: { clips, names: "true", transcript: "true" } },
    {
      ...{ ...ofClip, right: "link.create" },
      form: { clips, audience: "people", addresses: "elena@north.example" },
    },
  ],
} satisfies CasesOf<typeof manyClipLinksCommands.commands>;

export const requests: Requests = {
  reads: [
    read("link.create", "routes/resource/call-links", "/calls/{callId}/links.json"),
    read("link.create", "routes/resource/clip-links", "/clips/{clipId}/links.json", undefined, {
      about: "clip",
    }),
    read("clip.list", "routes/resource/clips-links", "/clips/links.json"),
    read(
      "link.change",
      "routes/resource/embed-test-page",
      "/setting/general/embed-test/{embedKeyId}",
    ),
  ],
  commands: [
    ...askedOf("routes/work/playback", "/playback/{callId}", ofPlayback),
    ...askedOf("routes/resource/clip-links", "/clips/{clipId}/links.json", ofClips),
    ...askedOf("routes/resource/clips-links", "/clips/links.json", ofManyClips),
  ],
  optional: [
    "names",
    "transcript",
    "audience",
    "addresses",
    "days",
    "origins",
    "showsTitle",
    "hours",
    "minutes",
    "label",
  ],
};

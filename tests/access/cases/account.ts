import { DEFAULT_SETTINGS } from "#app/core/domain/account/player-settings.ts";
import type { generalCommands } from "#app/core/pages/general-commands.server.ts";
import { askedOf, read, request, type Requests, type SomeCasesOf } from "../requests.ts";

/** Of secrets, and of what replaces a value made at the moment, only the shape is right. */
const profile = {
  profile: {
    right: "profile.change",
    form: {
      name: "Renamed",
      nameOrder: "given_first",
      language: "en",
      timeZone: "UTC",
      version: "1",
    },
  },
  password: {
    right: "profile.change",
    form: { currentPassword: "herons over the river", password: "otters under the bridge" },
  },
  revoke: { right: "profile.change", about: "own", form: { sessionId: "{sessionId}" } },
  revoke_all: { right: "profile.change", signsOut: true },
  factor_on: { right: "profile.change", form: { sealed: "x", code: "000000" } },
  factor_off: { right: "profile.change", form: {} },
  passkey_begin: {
    right: "profile.change",
    form: { name: "Laptop" },
    changesNothing: "a challenge, which is kept outside every workspace",
  },
  passkey_add: {
    right: "profile.change",
    form: { partial: "x", name: "Laptop", credential: "{}" },
  },
  passkey_remove: { right: "profile.change", about: "own", form: { passkeyId: "{passkeyId}" } },
  partner_link: {
    right: "profile.change",
    form: { partner: "google" },
    changesNothing: "half a link, which is kept outside every workspace",
  },
  partner_unlink: {
    right: "profile.change",
    about: "own",
    form: { partnerLoginId: "{partnerLoginId}" },
  },
  hours: {
    right: "profile.change",
    form: { whose: "own", mon: "on", from: "22:00", to: "06:00" },
  },
  open_private: { right: "private.open", form: { reason: "A customer asked for their data" } },
  close_private: { right: "private.open" },
} satisfies SomeCasesOf<typeof generalCommands.commands>;

export const requests: Requests = {
  reads: [
    read("profile.read", "routes/setting/general", "/setting/general"),
    read("session.end", "routes/account/signout", "/signout"),
  ],
  commands: [
    ...askedOf("routes/setting/general", "/setting/general", profile),
    request(
      "signing out",
      { route: "routes/account/signout", path: "/signout", form: {} },
      { right: "session.end", signsOut: true },
    ),
    request(
      "no longer viewing as somebody",
      { route: "routes/resource/view-as", path: "/view-as", form: {} },
      { right: "view.leave" },
    ),
    request(
      "how calls are played",
      {
        route: "routes/resource/player-settings",
        path: "/preferences/player",
        json: { ...DEFAULT_SETTINGS, rate: 1.5 },
      },
      { right: "preferences.update" },
    ),
  ],
  roles: { "private.open": "admins" },
};

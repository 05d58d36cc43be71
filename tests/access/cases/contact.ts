import type { peoplePart } from "#app/core/pages/playback-people.server.ts";
import { askedOf, read, type Requests, type SomeCasesOf } from "../requests.ts";

const ofPlayback = {
  choose_contact: {
    right: "call.update",
    form: { participantId: "{participantId}", contactId: "{contactId}" },
  },
  no_contact: { right: "call.update", form: { participantId: "{participantId}" } },
  make_contact: {
    right: "call.update",
    form: {
      ...{ participantId: "{participantId}", name: "Elena Duarte", company: "Acme" },
      ...{ jobTitle: "Buyer", emails: "elena@acme.test", phones: "+49 421 555 0118" },
    },
  },
  change_contact: {
    right: "call.update",
    form: {
      ...{ participantId: "{participantId}", contactId: "{knownContactId}", version: "1" },
      name: "Renamed",
    },
  },
  change_person: [
    {
      right: "call.update",
      form: {
        ...{ participantId: "{participantId}", version: "1", name: "Elena Duarte", side: "C" },
        ...{ email: "elena@acme.test", phone: "+49 421 555 0118" },
      },
    },
    {
      right: "call.update",
      also: "call.share",
      form: {
        ...{ participantId: "{participantId}", version: "1", name: "A colleague", side: "R" },
        ...{ email: "", phone: "", member: "{heirId}" },
      },
    },
  ],
  remove_person: {
    right: "call.update",
    form: { participantId: "{participantId}", version: "1" },
  },
  add_person: [
    { right: "transcript.update", form: { name: "Another person", side: "C" } },
    {
      right: "transcript.update",
      also: "call.share",
      form: { name: "Another colleague", side: "R", member: "{heirId}" },
    },
  ],
} satisfies SomeCasesOf<typeof peoplePart.commands>;

export const requests: Requests = {
  reads: [
    read(
      "call.update",
      "routes/resource/call-contacts",
      "/calls/{callId}/people/{participantId}/contacts.json",
      { q: "a" },
    ),
  ],
  commands: [...askedOf("routes/work/playback", "/playback/{callId}", ofPlayback)],
  optional: ["jobTitle", "emails", "phones", "email", "phone", "member"],
};

import { env } from "#app/core/platform/env.server.ts";
import { addressKey, type Limit, takeBack, tryOnce } from "#app/core/platform/rate-limit.server.ts";
import type { Origin } from "../access/actor.ts";
import { DomainError } from "../errors.ts";

const HOUR = 3_600;
const QUARTER = HOUR / 4;

/** Tries of one person, or from one address, before a wait (product §6). */
const ofPerson = () => ({ points: env().LIMIT_SIGN_IN_TRIES, seconds: QUARTER });
const ofSender = () => ({ points: env().LIMIT_SIGN_IN_TRIES_PER_IP, seconds: QUARTER });
/** Of what nobody guesses: a link's 128 bits, a partner's answer, a passkey's. */
const ofGuesser = () => ({ points: 60, seconds: QUARTER });
const ofMailbox = () => ({ points: env().LIMIT_LETTERS_PER_HOUR, seconds: HOUR });
const ofSignUp = () => ({ points: env().LIMIT_SIGN_UPS, seconds: 5 * 60 });

/** Every counter: of the ways to sign in, and of what a page sends by itself. Two that share a name share their tries. */
const COUNTERS = {
  "sign-in": ofPerson,
  "sign-in-ip": ofSender,
  "sign-in-factor": ofPerson,
  "factor-setup": ofPerson,
  "password-change": ofPerson,
  "passkey-add": ofPerson,
  "passkey-ip": ofGuesser,
  "partner-link": ofPerson,
  "partner-ip": ofGuesser,
  reset: ofMailbox,
  "reset-ip": ofSender,
  "activate-again": ofMailbox,
  "activate-ip": ofSender,
  "sign-up": ofSignUp,
  "sign-up-ip": ofSignUp,
  "sign-up-link-ip": ofGuesser,
  /** Of a shared link's conditions: from one address at one link, from one address at all, and at one link by all. */
  "share-password": () => ({ points: 5, seconds: QUARTER }),
  "share-password-ip": ofSender,
  "share-password-link": () => ({ points: 100, seconds: QUARTER }),
  "share-code-send": () => ({ points: 3, seconds: HOUR }),
  "share-code-send-ip": () => ({ points: 20, seconds: HOUR }),
  "share-code-ip": ofSender,
  "share-code-link": () => ({ points: 100, seconds: QUARTER }),
  /** Browsers that a link without conditions lets in; a company's whole office may share an address. */
  "share-visit": () => ({ points: 1_000, seconds: QUARTER }),
  /** A visitor's page says every few seconds that it is open, and what it plays. */
  "share-pulse": () => ({ points: 60, seconds: 60 }),
  /** Of one key: players that were started in a day, and megabytes that left in an hour. */
  "embed-view": () => ({ points: 20_000, seconds: 24 * HOUR }),
  "embed-megabytes": () => ({ points: 20_000, seconds: HOUR }),
  invite: () => ({ points: 200, seconds: HOUR }),
  /** A player sends every 10 s, and at each pause; a person may have some open. */
  heard: () => ({ points: 120, seconds: 60 }),
  "player-settings": () => ({ points: 120, seconds: 60 }),
  /** A form of people asks at each pause in typing a name. */
  "named-member": () => ({ points: 120, seconds: 60 }),
  /** A transcript is read whole at each look at it. */
  "transcript-preview": () => ({ points: 40, seconds: 60 }),
};
type Counter = keyof typeof COUNTERS;

/** What a counter lets through. */
export const limitOf = (name: Counter): Limit => ({ name, ...COUNTERS[name]() });

/** A counter, what counts as one under it, and as how many it counts. */
export type Try = { counter: Counter; key: string; points?: number };

/** Counted for the address the request came from; IPv6 by its /64. */
export const ofAddress = (counter: Counter, { ip }: Origin): Try => ({
  counter,
  key: addressKey(ip ?? ""),
});

/**
 * Counts one try under each counter in turn: what one refuses is not counted by those after it. So an address that tries
 * too much uses up its own tries, and not those of everybody else at the same link.
 * @throws DomainError as `countTry`
 */
export async function countTryInTurn(...tries: Try[]): Promise<void> {
  for (const one of tries) await countTry(one);
}

/** Takes tries back that were no failures: a right answer is not what is limited. */
export async function takeTriesBack(...tries: Try[]): Promise<void> {
  await Promise.all(tries.map(({ counter, key }) => takeBack(limitOf(counter), key)));
}

/**
 * Counts one try under every counter, on all nodes together.
 * @throws DomainError `rate_limited` with the longest wait, said as a form error
 */
export async function countTry(...tries: Try[]): Promise<void> {
  const waits = await Promise.all(
    tries.map(({ counter, key, points }) => tryOnce(limitOf(counter), key, points)),
  );
  const wait = Math.max(0, ...waits);
  if (wait > 0)
    throw new DomainError("rate_limited", { "": [`wait?n=${Math.ceil(wait / 60)}`] }, wait);
}

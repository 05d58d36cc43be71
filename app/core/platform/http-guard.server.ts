import { lookup as resolveName } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { Agent, fetch as undiciFetch } from "undici";
import { env } from "./env.server.ts";
import { remember } from "./remember.ts";

/** An address that somebody typed points where it may not. */
export class AddressRefused extends Error {
  override name = "AddressRefused";
}

const WEB_PORTS = new Set(["", "80", "443"]);

/** Public unicast only: no loopback, private, link-local, mapped or reserved address; of IPv6 what is given out (2000::/3). */
function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  const isGivenOut = address.kind() === "ipv4" || ((address.toByteArray()[0] ?? 0) & 0xe0) === 0x20;
  return isGivenOut && address.range() === "unicast";
}

/** Hosts the operator named, and the recogniser, model and CRMs they configured, which may run next door. */
function isAllowedHost(host: string): boolean {
  const { PRIVATE_HOSTS, SPEECH_URL, LLM_URL } = env();
  const { SALESFORCE_URL, SALESFORCE_SANDBOX_URL, HUBSPOT_APP_URL, HUBSPOT_API_URL } = env();
  const crms = [SALESFORCE_URL, SALESFORCE_SANDBOX_URL, HUBSPOT_APP_URL, HUBSPOT_API_URL];
  return (
    PRIVATE_HOSTS.includes(host) ||
    [SPEECH_URL, LLM_URL, ...crms].some((address) => {
      const url = address === undefined ? null : new URL(address);
      return url !== null && (url.host === host || url.hostname === host);
    })
  );
}

/**
 * Checks an address before it is called (house §14): literal hosts here, names when they are resolved.
 * `PRIVATE_HOSTS` of the operator opens single hosts.
 * @throws AddressRefused
 */
export function checkAddress(address: string | URL): URL {
  const url = new URL(address); // normalises odd spellings such as 0x7f.1 or 2130706433
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new AddressRefused("only http and https");
  if (isAllowedHost(host) || isAllowedHost(url.host)) return url;
  if (!WEB_PORTS.has(url.port)) throw new AddressRefused("port not allowed");
  if (ipaddr.isValid(host) && !isPublic(host)) throw new AddressRefused("private address");
  return url;
}

const lookup: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) {
      callback(error, []);
      return;
    }
    const allowed = isAllowedHost(hostname)
      ? addresses
      : addresses.filter(({ address }) => isPublic(address));
    const [first] = allowed;
    if (!first) callback(new AddressRefused("private address"), []);
    else if (options.all === true) callback(null, allowed);
    else callback(null, first.address, first.family);
  });
};

const agent = () =>
  remember("guarded-agent", () => new Agent({ connect: { lookup, timeout: 10_000 } }));

/** Node has an undici of its own, and this one takes a form of that one for a text: "[object FormData]". */
async function encoded(init: RequestInit, form: FormData): Promise<RequestInit> {
  const whole = new Response(form);
  const headers = new Headers(init.headers);
  headers.set("content-type", whole.headers.get("content-type") ?? "multipart/form-data");
  return { ...init, headers: Object.fromEntries(headers), body: await whole.arrayBuffer() };
}

type UndiciOptions = Parameters<typeof undiciFetch>[1];

/** `fetch` for addresses that an operator or admin typed: checked, and a redirect is the caller's to follow. */
export const fetch: typeof globalThis.fetch = async (input, init) => {
  const url = checkAddress(input instanceof Request ? input.url : input);
  const sent = init?.body instanceof FormData ? await encoded(init, init.body) : init;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same interface, declared twice
  const options = { ...sent, redirect: "manual", dispatcher: agent() } as UndiciOptions;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same
  return (await undiciFetch(url, options)) as unknown as Response;
};

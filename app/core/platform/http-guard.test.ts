import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

process.env["DATABASE_URL"] ??= "postgresql://nobody@127.0.0.1:1/none";
process.env["SECRET_KEY"] ??= randomBytes(32).toString("base64url");
process.env["PRIVATE_HOSTS"] = "crm.internal, 10.9.9.9, llm.internal:8443";
const { AddressRefused, checkAddress, fetch: guarded } = await import("./http-guard.server.ts");

/** Somebody inside who must never be called. */
let called = 0;
const canary = createServer((_req, res) => {
  called += 1;
  res.end("inside");
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((done) => canary.listen(0, "127.0.0.1", done));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is an object
  port = (canary.address() as AddressInfo).port;
});
afterAll(() => new Promise((done) => canary.close(done)));
beforeEach(() => {
  called = 0;
});

/** Every way to write an address inside that was let through somewhere (house §14). */
const INSIDE = [
  "127.0.0.1",
  "127.1",
  "127.0.1",
  "127.255.255.254",
  "2130706433",
  "0x7f.1",
  "0x7f000001",
  "0177.0.0.1",
  "017700000001",
  "127.0.0.1.",
  "①②⑦.⓪.⓪.①",
  "127。0。0。1",
  "%31%32%37.0.0.1",
  "0",
  "0.0.0.0",
  "10.0.0.1",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "100.64.0.1",
  "169.254.169.254",
  "0xa9fea9fe",
  "192.0.0.1",
  "192.0.2.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "[::1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::127.0.0.1]",
  "[0:0:0:0:0:ffff:169.254.169.254]",
  "[fc00::1]",
  "[fd00::1]",
  "[fe80::1]",
  "[ff02::1]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::]",
  "[2001:db8::1]",
  "[2001::1]",
];

test.each(INSIDE)("http://%s is refused before anything is sent", async (host) => {
  expect(() => checkAddress(`http://${host}/`)).toThrow(AddressRefused);
  await expect(guarded(`http://${host}/`)).rejects.toThrow(AddressRefused);
});

test.each([
  "ftp://example.com/",
  "file:///etc/passwd",
  "gopher://example.com/",
  "data:text/plain,x",
  "javascript:alert(1)",
  "ws://example.com/",
  "unix:/run/x.sock",
  "http://example.com:22/",
  "http://example.com:6379/",
  "https://example.com:8443/",
  "http://example.com:1/",
])("%s is refused", (address) => {
  expect(() => checkAddress(address)).toThrow(AddressRefused);
});

test.each(["", "example.com", "//example.com", "http://", "http://[::1", "http://a b/"])(
  "%j is no address",
  (address) => {
    expect(() => checkAddress(address)).toThrow();
  },
);

test.each([
  "https://example.com/",
  "http://example.com:80/",
  "https://example.com:443/x?y",
  "https://93.184.215.14/",
  "https://[2606:4700::1111]/",
])("%s may be called", (address) => {
  expect(checkAddress(address).href).toBe(new URL(address).href);
});

test("the operator opens single hosts, with or without a port", () => {
  for (const address of [
    "http://crm.internal:9000/",
    "http://10.9.9.9/",
    "https://llm.internal:8443/v1",
  ])
    expect(() => checkAddress(address)).not.toThrow();
  for (const address of [
    "https://llm.internal:9/v1",
    "http://10.9.9.8/",
    "http://x.crm.internal:9000/",
  ])
    expect(() => checkAddress(address)).toThrow(AddressRefused);
});

test("a name that points inside is refused when it is resolved", async () => {
  const refused = await guarded("http://localhost/").catch((error: unknown) => error);
  const chain: unknown[] = [];
  for (let at = refused; at instanceof Error; at = at.cause) chain.push(at.name);
  expect(chain).toContain("AddressRefused");
  expect(called).toBe(0);
});

test("credentials and paths do not hide the host", () => {
  expect(() => checkAddress("http://example.com@127.0.0.1/")).toThrow(AddressRefused);
  expect(() => checkAddress("http://example.com#@127.0.0.1/")).not.toThrow();
  expect(() => checkAddress("http://example.com\\@127.0.0.1/")).not.toThrow();
  expect(checkAddress("http://example.com\\@127.0.0.1/").hostname).toBe("example.com");
  expect(port).toBeGreaterThan(0);
});

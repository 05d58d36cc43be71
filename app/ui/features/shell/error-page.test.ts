import { expect, test } from "vitest";
import { refusalOf } from "./error-page.tsx";

const thrown = (status: number, data: unknown) => ({
  status,
  statusText: "",
  internal: false,
  data,
});

test.each([
  [thrown(429, { code: "rate_limited", retryAfter: 840 }), 429, "rate_limited", 840],
  [thrown(403, { code: "view_only", retryAfter: null }), 403, "view_only", null],
  [thrown(403, { code: "forbidden", roles: ["admin"] }), 403, "forbidden", null, ["admin"]],
  [thrown(404, null), 404, null, null],
  [thrown(503, "away"), 503, null, null],
  [new Error("a bug"), 500, null, null],
  ["anything", 500, null, null],
  [undefined, 500, null, null],
])(
  "a refusal says its code, how long to wait and who may, a bug nothing: %o",
  (error, status, code, retryAfter, roles: string[] = []) => {
    const rest = { requestId: null, title: null, url: null };
    expect(refusalOf(error)).toEqual({ status, code, retryAfter, roles, ...rest });
  },
);

test("a fault of the server names its report", () => {
  const fault = thrown(500, { code: "internal", requestId: "r-1" });
  expect(refusalOf(fault)).toMatchObject({ status: 500, requestId: "r-1" });
  expect(refusalOf(thrown(500, { requestId: 7 })).requestId).toBeNull();
});

test("what was opened by another address says where to open it, and is no fault of ours", () => {
  const where = {
    title: "Open Parley at https://calls.example.com",
    url: "https://calls.example.com/signin",
  };
  expect(refusalOf(thrown(403, { code: "elsewhere", ...where }))).toMatchObject({
    status: 403,
    ...where,
  });
});

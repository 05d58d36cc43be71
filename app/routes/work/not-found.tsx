import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { DomainError } from "#app/core/domain/errors.ts";
import { getFrame } from "#app/core/pages/frame.server.ts";
import { hidesDemoBanner, themeOf } from "#app/http/language.server.ts";
import { visitor } from "#app/http/route.server.ts";
import { ErrorScreen } from "#app/ui/features/shell/error-page.tsx";
import { WorkFrame } from "./frame-page.tsx";

const NOT_FOUND = {
  status: 404,
  code: "not_found",
  retryAfter: null,
  roles: [],
  requestId: null,
  title: null,
  url: null,
};
const nothing = (): Promise<never> => Promise.reject(new DomainError("not_found"));

/** Every address that is none of ours. Members keep their frame, with its ways on; everybody else gets the plain page. */
export const loader = visitor("problem.read", z.unknown(), async ({ actor, request }) => {
  if (actor === null) return nothing();
  const frame = {
    ...(await getFrame(actor)),
    theme: themeOf(request),
    hidesDemo: hidesDemoBanner(request),
    saved: null,
  };
  return json(frame, { status: NOT_FOUND.status });
});
export const action = visitor("problem.read", z.unknown(), nothing);

export default function NotFoundRoute() {
  return (
    <WorkFrame frame={useLoaderData<typeof loader>()}>
      <ErrorScreen {...NOT_FOUND} />
    </WorkFrame>
  );
}

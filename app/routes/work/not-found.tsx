import * as z from "zod";
import { DomainError } from "#app/core/domain/errors.ts";
import { visitor } from "#app/http/route.server.ts";

/** Every address that is none of ours. */
const nothing = visitor(
  "problem.read",
  z.unknown(),
  (): Promise<never> => Promise.reject(new DomainError("not_found")),
);

export const loader = nothing;
export const action = nothing;

export default function NotFoundRoute() {
  return null;
}

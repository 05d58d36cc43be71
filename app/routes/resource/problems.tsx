import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "#app/i18n/translation.tsx";
import * as z from "zod";
import { DomainError, type ErrorCode, ERRORS } from "#app/core/domain/errors.ts";
import { visitor } from "#app/http/route.server.ts";
import { NarrowPage } from "#app/ui/components/layout/narrow-page.tsx";

const isCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);

/** What an error code of the API means (product §7.1). */
export const loader = visitor(
  "problem.read",
  z.object({ code: z.string() }),
  ({ params: { code } }) => {
    if (!isCode(code)) throw new DomainError("not_found");
    return Promise.resolve(json({ code, status: ERRORS[code] }));
  },
);

export default function ProblemRoute() {
  const { code, status } = useLoaderData<typeof loader>();
  const { t } = useTranslation("errors");
  return (
    <NarrowPage title={code}>
      <p>{t(`code.${code}.title`)}</p>
      <p>{status}</p>
    </NarrowPage>
  );
}

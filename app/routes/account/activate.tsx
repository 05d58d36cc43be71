import { json, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { activationIntent } from "#app/core/domain/account/account.schema.ts";
import {
  activate,
  askNewCode,
  findActivation,
} from "#app/core/domain/account/activation.server.ts";
import { listPartners } from "#app/core/domain/account/partner.server.ts";
import { originOf } from "#app/http/actor.server.ts";
import { preferenceCookie } from "#app/http/cookies.server.ts";
import { afterEntry } from "#app/http/entry.server.ts";
import { languageOf, timeZoneOf } from "#app/http/language.server.ts";
import { visitor } from "#app/http/route.server.ts";
import { listZones } from "#app/i18n/zones.ts";
import { paths } from "#app/paths.ts";
import { ActivatePage } from "#app/ui/features/account/activate-page.tsx";
import { LanguageSwitch } from "#app/ui/features/shell/language-switch.tsx";

export const meta: MetaFunction = () => [{ title: "Begin · Parley" }];

const params = z.object({ code: z.string().max(200) });

/** Looking uses nothing up: mail scanners follow links. */
export const loader = visitor("activation.use", params, async ({ params, request, search }) => {
  const isSent = search.has("sent");
  const activation = isSent ? null : await findActivation(params.code);
  return json(
    {
      activation,
      isSent,
      partners: listPartners(),
      zone: timeZoneOf(request, null),
      zones: listZones(),
    },
    { status: activation === null && !isSent ? 410 : 200 },
  );
});

export const action = visitor({ POST: "activation.use" }, params, ({ params, request, form }) =>
  form(activationIntent, async (input) => {
    if (input.intent === "again") {
      await askNewCode(params.code, await languageOf(request), originOf(request));
      return redirect(`${paths.activate(params.code)}?sent`);
    }
    const entry = await activate(params.code, input, originOf(request));
    return afterEntry(entry, paths.home(), [preferenceCookie("lang", input.language)]);
  }),
);

export default function ActivateRoute() {
  const lastResult: unknown = useActionData();
  return (
    <ActivatePage
      {...useLoaderData<typeof loader>()}
      lastResult={lastResult}
      footer={<LanguageSwitch preferencesUrl={paths.preferences()} />}
    />
  );
}

import { Fragment, useId } from "react";
import {
  CLIP_DAYS,
  CLIP_FACETS,
  CLIP_SORTS,
  CLIP_STATES,
  type ClipsQuery,
} from "#app/core/domain/clip/clip-list-views.ts";
import { clipsSearch } from "#app/core/pages/clips-search.ts";
import type { ClipsView } from "#app/core/pages/clips-data.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { ListForm } from "#app/ui/components/form/list-form.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Chip } from "#app/ui/components/primitive/chip.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Select, type SelectOption } from "#app/ui/components/primitive/select.tsx";

export const hasFilters = ({ q, call, days, state, ...query }: ClipsQuery): boolean =>
  q !== "" ||
  CLIP_FACETS.some((facet) => query[facet].length > 0) ||
  call !== null ||
  days !== null ||
  state !== null;

/** Title, maker, team, label, deal, library, time and state; a form that works without script, and what is on as chips. */
export function ClipFilters({ query, facets }: ClipsView) {
  const { t: ofList } = useTranslation("clips");
  const id = useId();
  const field = (
    name: string,
    label: string,
    any: string,
    options: readonly SelectOption[],
    value: string,
  ) =>
    options.length === 0 ? null : (
      <label htmlFor={`${id}-${name}`} className="grid min-w-0 gap-1 text-xs text-ink-muted">
        {label}
        <Select
          id={`${id}-${name}`}
          name={name}
          size="small"
          width="desk"
          defaultValue={value}
          options={[{ value: "", label: any }, ...options]}
        />
      </label>
    );
  const named = (choices: readonly { id: string; name: string; n: number }[]) =>
    choices.map(({ id: value, name, n }) => ({ value, label: `${name} (${n})` }));
  const one = (ids: readonly string[]) => ids[0] ?? "";
  return (
    <>
      <ListForm
        key={JSON.stringify(query)}
        action={paths.clips()}
        isSearch
        look="grid grid-cols-2 items-end gap-2 desk:flex desk:flex-wrap"
      >
        <label
          htmlFor={`${id}-q`}
          className="col-span-2 grid min-w-40 grow gap-1 text-xs text-ink-muted desk:max-w-72"
        >
          {ofList("search")}
          <input
            id={`${id}-q`}
            name="q"
            type="search"
            maxLength={120}
            defaultValue={query.q}
            className={controlLook({ size: "small", className: "w-full" })}
          />
        </label>
        {CLIP_FACETS.map((facet) => (
          <Fragment key={facet}>
            {field(
              facet,
              ofList(`of.${facet}`),
              ofList(`any.${facet}`),
              named(facets[facet]),
              one(query[facet]),
            )}
          </Fragment>
        ))}
        {field(
          ...(["days", ofList("since"), ofList("anyTime")] as const),
          CLIP_DAYS.map((n) => ({ value: String(n), label: ofList("days", { n }) })),
          query.days === null ? "" : String(query.days),
        )}
        {field(
          ...(["state", ofList("state"), ofList("anyState")] as const),
          CLIP_STATES.map((state) => ({ value: state, label: ofList(`stateIs.${state}`) })),
          query.state ?? "",
        )}
        <label htmlFor={`${id}-sort`} className="grid min-w-0 gap-1 text-xs text-ink-muted">
          {ofList("sort")}
          <Select
            id={`${id}-sort`}
            name="sort"
            size="small"
            width="desk"
            defaultValue={query.sort}
            options={CLIP_SORTS.map((sort) => ({ value: sort, label: ofList(`sortBy.${sort}`) }))}
          />
        </label>
        {query.call === null ? null : <input type="hidden" name="call" value={query.call} />}
        <Button type="submit" size="small">
          {ofList("filter")}
        </Button>
      </ListForm>
      {hasFilters(query) ? <Chips query={query} facets={facets} /> : null}
    </>
  );
}

function Chips({ query, facets }: Pick<ClipsView, "query" | "facets">) {
  const { t: ofList } = useTranslation("clips");
  const all = clipsSearch(query);
  const without = (part: Partial<typeof all>) => paths.clips({ ...all, ...part });
  const of = (kind: (typeof CLIP_FACETS)[number]) =>
    query[kind].map((id) => ({
      name: ofList(`of.${kind}`),
      value: facets[kind].find((choice) => choice.id === id)?.name ?? "?",
      removeTo: without({ [kind]: query[kind].filter((other) => other !== id) }),
    }));
  const chips = [
    ...(query.q === ""
      ? []
      : [{ name: ofList("find"), value: query.q, removeTo: without({ q: "" }) }]),
    ...CLIP_FACETS.flatMap(of),
    ...(query.call === null
      ? []
      : [{ name: ofList("call"), value: ofList("ofCall"), removeTo: without({ call: null }) }]),
    ...(query.days === null
      ? []
      : [
          {
            name: ofList("since"),
            value: ofList("days", { n: query.days }),
            removeTo: without({ days: null }),
          },
        ]),
    ...(query.state === null
      ? []
      : [
          {
            name: ofList("state"),
            value: ofList(`stateIs.${query.state}`),
            removeTo: without({ state: null }),
          },
        ]),
  ];
  return (
    <div className="flex flex-wrap items-center gap-2">
      {chips.map((chip) => (
        <Chip key={`${chip.name} ${chip.value}`} {...chip} />
      ))}
      <LinkButton to={paths.clips()}>{ofList("clear")}</LinkButton>
    </div>
  );
}

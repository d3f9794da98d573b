import { type ValueMutation, valueMutations } from './value-mutations.ts';

/** A valid request. `:id` in its path is replaced by the next of `ids`. */
export interface WholeRequest {
  readonly path: string;
  readonly ids: readonly string[];
  readonly query: Readonly<Record<string, string>>;
  /** Null without a body. */
  readonly body: Readonly<Record<string, unknown>> | null;
}

/** The position of a replaced value in a request. */
export type Place =
  | { readonly in: 'body'; readonly path: readonly string[] }
  | { readonly in: 'query'; readonly name: string }
  | { readonly in: 'path'; readonly index: number };

/** Stands where a value was, to be replaced with its quotes. */
const MARK = 'this-value-is-mutated';

/** The first mutations are tried on every value, the others in turn. */
const ALWAYS = 2;

/** Returns the positions of a request's values, nested members included, and of absent members named in `more`. */
export function placesOf({ ids, query, body }: WholeRequest, more: readonly string[] = []): readonly Place[] {
  const absent = more.filter((name) => !(name in (body ?? {})));
  return [
    ...[...pathsOf(body ?? {}), ...absent.map((name) => [name])].map(
      (path) => ({ in: 'body', path }) as const,
    ),
    ...Object.keys(query).map((name) => ({ in: 'query', name }) as const),
    ...ids.map((_, index) => ({ in: 'path', index }) as const),
  ];
}

const pathsOf = (value: object): string[][] =>
  Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .flatMap(([name, member]) => [
      [name],
      ...(typeof member === 'object' && member !== null
        ? pathsOf(member).map((path) => [name, ...path])
        : []),
    ]);

/**
 * Yields every replacement for every position, the most important ones first, then one more per position in each
 * round, rotated by `seed`.
 */
export function* inTurns<Kind extends { readonly place: Place }>(
  places: readonly Kind[],
  seed: number,
): Generator<Kind & { readonly mutation: ValueMutation }> {
  const turning = valueMutations.length - ALWAYS;
  for (let round = 0; round < valueMutations.length; round += 1) {
    for (const [index, each] of places.entries()) {
      const at = round < ALWAYS ? (round + index) % ALWAYS : ALWAYS + ((round + index * 7 + seed) % turning);
      const mutation = valueMutations[at]!;
      if (each.place.in === 'body' || mutation.url) yield { ...each, mutation };
    }
  }
}

/** The path with its query, and the body, as they are sent with one value mutated. */
export function withMutation(
  { path, ids, query, body }: WholeRequest,
  place: Place,
  mutation: ValueMutation,
): { path: string; body: string | null } {
  const inUrl = (text: string, name: string, isMutated: boolean) =>
    isMutated ? mutation.url!(text, name) : encodeURIComponent(text);
  const filled = ids.reduce(
    (left, id, index) => left.replace(':id', inUrl(id, 'id', place.in === 'path' && place.index === index)),
    path,
  );
  const search = Object.entries(query)
    .map(([name, text]) => `${name}=${inUrl(text, name, place.in === 'query' && place.name === name)}`)
    .join('&');
  return {
    path: search === '' ? filled : `${filled}${filled.includes('?') ? '&' : '?'}${search}`,
    body: place.in === 'body' ? mutatedBody(body ?? {}, place.path, mutation) : body && JSON.stringify(body),
  };
}

function mutatedBody(body: object, path: readonly string[], mutation: ValueMutation): string {
  const { marked, original } = withMark(body, path);
  // A function, for what it puts in may hold a dollar sign.
  return JSON.stringify(marked).replace(`"${MARK}"`, () => mutation.json(original, path.at(-1)!));
}

/** A copy of `value` with the mark in one place, and the JSON of what was there. */
function withMark(value: object, [name, ...deeper]: readonly string[]): { marked: object; original: string } {
  const members = value as Readonly<Record<string, unknown>>;
  const member = members[name!];
  const within = deeper.length > 0 ? withMark(member as object, deeper) : null;
  const copy: Record<string, unknown> = { ...members, [name!]: within?.marked ?? MARK };
  return {
    marked: Array.isArray(value) ? Object.values(copy) : copy,
    original: within?.original ?? JSON.stringify(member ?? 'x'),
  };
}

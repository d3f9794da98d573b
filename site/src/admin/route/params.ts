import { reviewLimits } from '@solostead/contract/review-limits';
import * as z from 'zod/mini';
import { applicationStatuses, promises } from '@solostead/contract/statuses';
import { sections } from './sections.ts';
import { columns, screens } from './view.ts';
import { dues, sorts } from './filter.ts';

const text = z.string();

/** A person's text, not empty, at most 200 characters, without control characters. */
const words = text.check(z.maxLength(reviewLimits.searchLength), z.regex(/\S/), z.regex(/^\P{Cc}*$/u));

const day = z.iso.date();
const id = z.guid();

const listOf = <const Member extends string>(members: readonly Member[]) =>
  z.codec(text, z.array(z.enum(members)), {
    decode: (value) => value.split(',') as Member[],
    encode: (value) => value.join(','),
  });

const yesOrNo = z.codec(z.enum(['yes', 'no']), z.boolean(), {
  decode: (value) => value === 'yes',
  encode: (value) => (value ? 'yes' : 'no'),
});

/** A switch that is on, or not there. */
const yes = z.codec(z.literal('yes'), z.literal(true), {
  decode: () => true as const,
  encode: () => 'yes' as const,
});

/** '-created' means descending by that. */
const order = z.codec(text, z.object({ sort: z.enum(sorts), descending: z.boolean() }), {
  decode: (value) => ({
    sort: value.replace(/^-/, '') as (typeof sorts)[number],
    descending: value.startsWith('-'),
  }),
  encode: ({ sort, descending }) => `${descending ? '-' : ''}${sort}`,
});

/** 'value~id' of the row to continue after. */
const cursor = z.codec(
  text,
  z.tuple([text.check(z.minLength(1), z.maxLength(300), z.regex(/^\P{Cc}*$/u)), id]),
  {
    decode: (value): [string, string] => [
      value.slice(0, value.lastIndexOf('~')),
      value.slice(value.lastIndexOf('~') + 1),
    ],
    encode: (value) => value.join('~'),
  },
);

/** The parameter of each filter. */
const filterParams = {
  search: words,
  status: listOf(applicationStatuses),
  confirmed: yesOrNo,
  from: day,
  to: day,
  assignee: z.union([z.literal('none'), id]),
  tag: words,
  source: words,
  due: z.enum(dues),
  promise: z.enum(promises),
  archived: yes,
};

/** Every parameter of the admin area's address, in the order in which they are written. */
const params = {
  view: z.enum(['all', 'account', 'new-password']),
  screen: z.enum(screens),
  section: z.enum(sections),
  ...filterParams,
  sort: order,
  columns: listOf(columns),
  after: cursor,
  open: id,
};

export const filterNames = Object.keys(filterParams) as readonly (keyof typeof filterParams)[];

export type ParamName = keyof typeof params;
export type Params = { readonly [Name in ParamName]?: z.output<(typeof params)[Name]> };

const isParam = (name: string): name is ParamName => Object.hasOwn(params, name);

/** Parses the parameters of an address. Returns the names of unknown or invalid ones. */
export function readParams(search: string): { params: Params; unknownParams: readonly string[] } {
  const unknownParams: string[] = [];
  const read: Partial<Record<ParamName, unknown>> = {};
  for (const [name, value] of new URLSearchParams(search)) {
    const result = isParam(name) ? z.safeParse(params[name] as z.ZodMiniType, value) : null;
    if (isParam(name) && result?.success) read[name] = result.data;
    else unknownParams.push(name);
  }
  return { params: read as Params, unknownParams };
}

/** Formats the parameters, '' for none. `readParams` parses them. */
export function writeParams(values: Params): string {
  const written = new URLSearchParams();
  for (const name of Object.keys(params) as ParamName[])
    if (values[name] !== undefined)
      written.set(name, z.encode(params[name] as z.ZodMiniType<unknown, string>, values[name]));
  return written.size > 0 ? `?${written}` : '';
}

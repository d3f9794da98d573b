import { applicationStatuses } from '../../../../supabase/functions/_shared/contract/statuses.ts';
import { dues, sorts, type Sort } from '../review/data/shapes/row.ts';
import { sections } from '../review/settings/sections.ts';
import {
  cursor,
  day,
  id,
  idOrNone,
  listOf,
  oneOf,
  words,
  yes,
  yesOrNo,
  type Codec,
  type Read,
} from './codecs.ts';
import { columns, screens, type Screen } from './view.ts';

/** '-created': by that, descending. */
const order: Codec<{ sort: Sort; descending: boolean }> = {
  read: (written) => {
    const sort = oneOf(sorts).read(written.replace(/^-/, ''));
    return sort && { sort, descending: written.startsWith('-') };
  },
  write: ({ sort, descending }) => `${descending ? '-' : ''}${sort}`,
};

/** Links to the former screen of people lead to where they are. */
const screen: Codec<Screen> = {
  read: (written) => (written === 'people' ? 'settings' : oneOf(screens).read(written)),
  write: (value) => value,
};

/** How each filter stands in the address. */
const filterParams = {
  search: words,
  status: listOf(applicationStatuses),
  confirmed: yesOrNo,
  from: day,
  to: day,
  assignee: idOrNone,
  tag: words,
  source: words,
  due: oneOf(dues),
  not_told: yes,
  archived: yes,
};

/** Every parameter of the admin area's address, in the order in which they are written. */
const params = {
  view: oneOf(['all', 'account', 'new-password']),
  screen,
  section: oneOf(sections),
  ...filterParams,
  sort: order,
  columns: listOf(columns),
  after: cursor,
  open: id,
};

export const filterNames = Object.keys(filterParams) as readonly (keyof typeof filterParams)[];

export type ParamName = keyof typeof params;
export type Params = { readonly [Name in ParamName]?: Read<(typeof params)[Name]> };

const isParam = (name: string): name is ParamName => Object.hasOwn(params, name);

/** The parameters of an address's search part; those that are unknown or hold what they cannot are named. */
export function readParams(search: string): { params: Params; unknownParams: readonly string[] } {
  const unknownParams: string[] = [];
  const read: Partial<Record<ParamName, unknown>> = {};
  for (const [name, written] of new URLSearchParams(search)) {
    const value = isParam(name) ? params[name].read(written) : undefined;
    if (isParam(name) && value !== undefined) read[name] = value;
    else unknownParams.push(name);
  }
  return { params: read as Params, unknownParams };
}

/** The search part that holds these, '' for none; `readParams` reads it back. */
export function writeParams(values: Params): string {
  const written = new URLSearchParams();
  for (const name of Object.keys(params) as ParamName[])
    if (values[name] !== undefined) written.set(name, (params[name] as Codec<unknown>).write(values[name]));
  return written.size > 0 ? `?${written}` : '';
}

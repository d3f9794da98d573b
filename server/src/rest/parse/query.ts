import { unreadableParameter } from '../errors.ts';
import { atMost, bounds, hasMoreParts, Tally } from './bounds.ts';
import { expectName, scanField } from './field.ts';
import { looksLikeFilter, scanCondition } from './filter.ts';
import { type LogicTree, scanMembers } from './logic.ts';
import { type OrderTerm, parseOrder } from './order.ts';
import { parseRowNumber } from './range.ts';
import { Scanner } from './scanner.ts';
import { parseColumns, parseSelect, type SelectItem } from './select.ts';

/** A clause about the embedded relation that `path` names. An empty path means the request's own target. */
export interface Located<What> {
  readonly path: readonly string[];
  readonly what: What;
}

export type Query = Readonly<Omit<Draft, 'select' | 'tally'>> & {
  readonly select: readonly SelectItem[];
  /** Everything as it was given, names with their values. */
  readonly parameters: readonly (readonly [string, string])[];
};

const emptyDraft = () => ({
  select: null as readonly SelectItem[] | null,
  filters: [] as Located<LogicTree>[],
  orders: [] as Located<readonly OrderTerm[]>[],
  limits: [] as Located<number>[],
  offsets: [] as Located<number>[],
  columns: null as readonly string[] | null,
  onConflict: null as readonly string[] | null,
  /** Arguments of a function called by GET, in their order. */
  arguments: [] as [string, string][],
  tally: new Tally(),
});
type Draft = ReturnType<typeof emptyDraft>;

/** Parses a raw query string. `takesArguments` is true for functions called by GET. */
export function parseQuery(raw: string, takesArguments: boolean): Query {
  const parameters = decoded(raw);
  const seen = new Set<string>();
  const draft = emptyDraft();
  for (const [name, value] of parameters) {
    if (isReserved(name)) {
      if (seen.has(name)) throw unreadableParameter(`failed to parse ${name}`, 1, `${name} is given twice`);
      seen.add(name);
    }
    take(draft, name, value, takesArguments);
  }
  const { tally, ...query } = draft;
  return { ...query, select: query.select ?? parseSelect('*', tally), parameters };
}

const lastPart = (name: string) => name.slice(name.lastIndexOf('.') + 1);

const isReserved = (name: string) =>
  ['select', 'columns', 'on_conflict'].includes(name) ||
  ['order', 'limit', 'offset'].includes(lastPart(name));

function take(draft: Draft, name: string, value: string, takesArguments: boolean): void {
  const { tally } = draft;
  const last = lastPart(name);
  const path = () => parentPath(name, tally);
  if (name === 'select') draft.select = parseSelect(value || '*', tally);
  else if (name === 'columns') draft.columns = parseColumns(name, value, tally);
  else if (name === 'on_conflict') draft.onConflict = parseColumns(name, value, tally);
  else if (last === 'order') draft.orders.push({ path: path(), what: parseOrder(value, tally) });
  else if (last === 'limit') draft.limits.push({ path: path(), what: parseRowNumber(last, value) });
  else if (last === 'offset') draft.offsets.push({ path: path(), what: parseRowNumber(last, value) });
  else if (last === 'and' || last === 'or') draft.filters.push(parseTree(name, value, tally));
  else if (takesArguments && !name.includes('.') && !looksLikeFilter(value))
    draft.arguments.push([name, value]);
  else draft.filters.push(parseFilter(name, value, tally));
}

function parentPath(name: string, tally: Tally): string[] {
  const scanner = new Scanner(`failed to parse tree path (${name})`, name, tally);
  const path: string[] = [];
  for (;;) {
    const part = expectName(scanner);
    if (scanner.atEnd) return path;
    scanner.count('steps');
    path.push(part);
    scanner.expect('.', 'delimiter (.)');
  }
}

function parseTree(name: string, value: string, tally: Tally): Located<LogicTree> {
  const path = parentPath(name, tally);
  const negated = path.at(-1) === 'not';
  // PostgREST counts positions from the operator.
  const head = (negated ? 'not.' : '') + lastPart(name);
  const scanner = new Scanner(`failed to parse logic tree (${value})`, head + value, tally);
  scanner.take(head);
  const members = scanMembers(scanner);
  scanner.skipClosing();
  scanner.end('end of input');
  const by = lastPart(name) === 'or' ? 'or' : 'and';
  return { path: negated ? path.slice(0, -1) : path, what: { kind: 'group', negated, by, members } };
}

function parseFilter(name: string, value: string, tally: Tally): Located<LogicTree> {
  const keys = new Scanner(`failed to parse tree path (${name})`, name, tally);
  keys.count('conditions');
  const names: string[] = [];
  let field = scanField(keys);
  while (field.path.length === 0 && keys.take('.')) {
    keys.count('steps');
    names.push(field.name);
    field = scanField(keys);
  }
  keys.end('end of input');
  const values = new Scanner(`failed to parse filter (${value})`, value, tally);
  const condition = scanCondition(values, (scanner) => scanner.rest());
  values.skipClosing();
  values.end('end of input');
  return { path: names, what: { kind: 'condition', field, condition } };
}

/** Decodes names and values as forms are. The gateway's `apikey` is skipped. */
function decoded(raw: string): [string, string][] {
  if (raw === '') return [];
  if (hasMoreParts(raw, '&', bounds.parameters))
    throw unreadableParameter('failed to parse the query string', 1, `expecting ${atMost('parameters')}`);
  return raw
    .split('&')
    .filter((part) => part !== '')
    .map((part): [string, string] => {
      const at = part.indexOf('=');
      return at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))];
    })
    .filter(([name]) => name !== 'apikey');
}

/** A percent sign that begins no escape is literal, as in `like.50%`. */
const STRAY_PERCENT = /%(?![0-9A-Fa-f]{2})/g;

function decode(text: string): string {
  if (!/[%+]/.test(text)) return text;
  let decodedText: string;
  try {
    decodedText = decodeURIComponent(text.replaceAll('+', ' ').replace(STRAY_PERCENT, '%25'));
  } catch {
    throw unreadableParameter('failed to decode the query string', 1, 'expecting percent-encoded UTF-8');
  }
  if (decodedText.includes('\0'))
    throw unreadableParameter('failed to decode the query string', 1, 'unexpected null character');
  return decodedText;
}

/** The query string sorted by name, for Content-Location. */
export function canonicalQuery({ parameters }: Pick<Query, 'parameters'>): string {
  return parameters
    .toSorted(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}

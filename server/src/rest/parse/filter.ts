import { scanQuoted } from './field.ts';
import { patternCost } from './pattern-cost.ts';
import type { Scanner } from './scanner.ts';

const quantifiable = ['eq', 'gte', 'gt', 'lte', 'lt', 'like', 'ilike', 'match', 'imatch'] as const;
const simple = ['neq', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'] as const;
const textSearch = ['fts', 'plfts', 'phfts', 'wfts'] as const;
const states = ['null', 'not_null', 'true', 'false', 'unknown'] as const;

export type QuantifiableOperator = (typeof quantifiable)[number];
export type SimpleOperator = (typeof simple)[number];
export type TextSearchOperator = (typeof textSearch)[number];
export type State = (typeof states)[number];

export type Condition = { readonly negated: boolean } & Operation;

type Operation =
  | {
      readonly operator: QuantifiableOperator;
      readonly quantifier: 'any' | 'all' | null;
      readonly value: string;
    }
  | { readonly operator: SimpleOperator | 'isdistinct'; readonly value: string }
  | { readonly operator: 'is'; readonly state: State }
  | { readonly operator: 'in'; readonly values: readonly string[] }
  | { readonly operator: TextSearchOperator; readonly language: string | null; readonly value: string };

const OPERATOR_NAME = /[a-z]+/y;
const PARENTHESISED = /\(([\p{L}\p{N}_ $-]+)\)/uy;

/** Returns true if a parameter's value looks like a filter. Others are arguments of functions. */
export function looksLikeFilter(value: string): boolean {
  const [, negation, operator] = /^(not\.)?([a-z]+)(?:\([^)]*\))?\./.exec(value) ?? [];
  return operator !== undefined && (negation !== undefined || operators.has(operator));
}

const operators: ReadonlySet<string> = new Set([
  ...quantifiable,
  ...simple,
  ...textSearch,
  'is',
  'in',
  'isdistinct',
]);

const isOneOf = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  names.some((each) => each === name);

/** Parses `not.eq.5`. `scanValue` reads the value to its end, which differs inside logic trees. */
export function scanCondition(scanner: Scanner, scanValue: (scanner: Scanner) => string): Condition {
  const negated = scanner.take('not.');
  const condition = scanner.attempt(() => scanOperation(scanner, scanValue));
  if (!condition)
    throw scanner.failure(negated ? 'operator (eq, gt, ...)' : '"not" or operator (eq, gt, ...)');
  return { negated, ...condition };
}

function scanOperation(scanner: Scanner, scanValue: (scanner: Scanner) => string): Operation | null {
  const operator = scanner.match(OPERATOR_NAME);
  const argument = scanner.match(PARENTHESISED)?.slice(1, -1) ?? null;
  if (operator === null || !scanner.take('.')) return null;
  if (isOneOf(quantifiable, operator)) {
    if (argument !== null && argument !== 'any' && argument !== 'all') return null;
    const value = scanValue(scanner);
    // In a list, a backslash stands before the characters of its patterns.
    const pattern = argument === null ? value : value.replaceAll(/\\(.)/g, '$1');
    if (operator.endsWith('match')) scanner.count('steps of patterns', patternCost(pattern));
    return { operator, quantifier: argument, value };
  }
  if (isOneOf(textSearch, operator)) return { operator, language: argument, value: scanValue(scanner) };
  if (argument !== null) return null;
  if (isOneOf(simple, operator) || operator === 'isdistinct') return { operator, value: scanValue(scanner) };
  if (operator === 'is') return { operator, state: scanState(scanner) };
  if (operator === 'in') return { operator, values: scanList(scanner) };
  return null;
}

function scanState(scanner: Scanner): State {
  const word = scanner.match(/[a-z_]+/iy)?.toLowerCase();
  const state = states.find((each) => each === word);
  if (!state) throw scanner.failure('isVal: (null, not_null, true, false, unknown)');
  return state;
}

function scanList(scanner: Scanner): string[] {
  scanner.skipSpace();
  scanner.expect('(');
  scanner.skipSpace();
  const values: string[] = [];
  do {
    scanner.count('listed values');
    values.push(quotedToItsEnd(scanner) ?? scanner.match(/[^,)]*/y) ?? '');
  } while (scanner.take(','));
  scanner.expect(')', '"," or ")"');
  scanner.skipSpace();
  return values;
}

/** Scans a value inside a logic tree, which is quoted, an array, or ends at the next comma or parenthesis. */
export const scanTreeValue = (scanner: Scanner): string =>
  quotedToItsEnd(scanner) ?? scanner.match(/\{[^{}]*\}/y) ?? scanner.match(/[^,)]*/y) ?? '';

/** A quoted value counts as quoted only when nothing follows its closing quote. */
function quotedToItsEnd(scanner: Scanner): string | null {
  return scanner.attempt(() => {
    const value = scanQuoted(scanner);
    return value !== null && (scanner.atEnd || scanner.sees(',') || scanner.sees(')')) ? value : null;
  });
}

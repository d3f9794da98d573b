import { describe, expect, test } from 'vitest';
import { Tally } from './bounds.ts';
import type { JsonStep } from './field.ts';
import { parseColumns, parseSelect, type SelectItem } from './select.ts';

const step = ({ by, operand, asText }: JsonStep) =>
  `${asText ? '->>' : '->'}${by === 'index' ? `#${operand}` : `<${operand}>`}`;

/** Spells the parsed items so that names, steps and casts differ. */
const spelled = (items: readonly SelectItem[]): string =>
  items
    .map((item) => {
      const alias = item.alias === null ? '' : `<${item.alias}>:`;
      if (item.kind === 'relation') {
        const hint = item.hint === null ? '' : `!<${item.hint}>`;
        return `${item.spread ? '...' : ''}${alias}<${item.name}>${hint} ${item.join}(${spelled(item.select)})`;
      }
      const casts = [item.cast, item.aggregate, item.aggregateCast].map((each) => each ?? '').join('|');
      return `${alias}<${item.field.name}>${item.field.path.map(step).join('')}${casts === '||' ? '' : ` ${casts}`}`;
    })
    .join(', ');

const read = (text: string) => spelled(parseSelect(text, new Tally()));

const AFTER_NAME = 'expecting letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input';

/** The place and what was expected there. */
const refusal = (parse: () => unknown): string => {
  try {
    parse();
  } catch (error) {
    const { message, body } = error as { message: string; body: { details: string } };
    return `${/column (\d+)/.exec(message)?.[1]}: ${body.details}`;
  }
  return 'nothing refused';
};

describe('a select list', () => {
  test.each([
    ['', ''],
    ['*', '<*>'],
    ['*,a', '<*>, <a>'],
    [' a , b ', '<a>, <b>'],
    ['two words', '<two words>'],
    ['été,名,a1,_b,$c', '<été>, <名>, <a1>, <_b>, <$c>'],
    ['a-b', '<a-b>'],
    ['a->b', '<a>-><b>'],
    ['a-b->c-d', '<a-b>-><c-d>'],
    ['a->0', '<a>->#0'],
    ['a->-1', '<a>->#-1'],
    ['a->0x', '<a>-><0x>'],
    ['a->>0::int', '<a>->>#0 int||'],
    ['a->"0"', '<a>-><0>'],
    ['a->"b.c,d(e)"', '<a>-><b.c,d(e)>'],
    ['a->b->c->>d', '<a>-><b>-><c>->><d>'],
    ['"a,b(c).d:e"', '<a,b(c).d:e>'],
    ['"a\\"b\\\\c"', '<a"b\\c>'],
    ['x:a', '<x>:<a>'],
    ['"x y":a', '<x y>:<a>'],
    ['a::text', '<a> text||'],
    ['a::double precision', '<a> double precision||'],
    ['x:a::text', '<x>:<a> text||'],
    ['count()', '<*> |count|'],
    ['n:count()::text', '<n>:<*> |count|text'],
    ['a.sum()', '<a> |sum|'],
    ['n:a->b::int.avg()::text', '<n>:<a>-><b> int|avg|text'],
    ['a.count(),a.max(),a.min()', '<a> |count|, <a> |max|, <a> |min|'],
    ['r(*)', '<r> left(<*>)'],
    ['r()', '<r> left()'],
    ['r( a , b )', '<r> left(<a>, <b>)'],
    ['x:r(a)', '<x>:<r> left(<a>)'],
    ['r!h(a)', '<r>!<h> left(<a>)'],
    ['r!inner(a)', '<r> inner(<a>)'],
    ['r!left(a)', '<r> left(<a>)'],
    ['r!h!inner(a)', '<r>!<h> inner(<a>)'],
    ['r!inner!h(a)', '<r>!<h> inner(<a>)'],
    ['r!"h,x"(a)', '<r>!<h,x> left(<a>)'],
    ['...r(a)', '...<r> left(<a>)'],
    ['...r!h!inner(a,...s(b))', '...<r>!<h> inner(<a>, ...<s> left(<b>))'],
    ['a,r(b,s(c)),d', '<a>, <r> left(<b>, <s> left(<c>)), <d>'],
    ['count', '<count>'],
    ['sum', '<sum>'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test.each([
    [',', '1: unexpected "," expecting field name (* or [a..z0..9_$])'],
    ['a,', '3: unexpected end of input expecting field name (* or [a..z0..9_$])'],
    ['a,,b', '3: unexpected "," expecting field name (* or [a..z0..9_$])'],
    ['a b!', `4: unexpected "!" ${AFTER_NAME}`],
    ['a:', '3: unexpected end of input expecting field name (* or [a..z0..9_$])'],
    ['a::', '4: unexpected end of input expecting letter or digit'],
    ['a::te"xt', `6: unexpected "\\"" ${AFTER_NAME}`],
    [
      'a->',
      '4: unexpected end of input expecting "-", digit or any non reserved character different from: .,>()',
    ],
    ['a->->b', '5: unexpected ">" expecting digit'],
    ['a->>--34', '6: unexpected "-" expecting digit'],
    ['a.median()', '3: unexpected "m" expecting "sum", "avg", "count", "max" or "min"'],
    ['a.sum', '3: unexpected "s" expecting "sum", "avg", "count", "max" or "min"'],
    ['r(', '3: unexpected end of input expecting ")"'],
    ['r(a', '4: unexpected end of input expecting ")"'],
    ['r!h!i!j(a)', `2: unexpected "!" ${AFTER_NAME}`],
    ['...a', '4: unexpected "a" expecting "("'],
    ['...x:r(a)', '4: unexpected "x" expecting "("'],
    ['"a', '1: unexpected "\\"" expecting field name (* or [a..z0..9_$])'],
    ['a😀', `2: unexpected "😀" ${AFTER_NAME}`],
  ])('%s is refused with the position of the error', (text, expected) => {
    expect(refusal(() => parseSelect(text, new Tally()))).toBe(expected);
  });
});

describe('a list of columns', () => {
  test.each([
    ['a', ['a']],
    [' a , b ', ['a', 'b']],
    ['"a,b",c', ['a,b', 'c']],
    ['a,a', ['a', 'a']],
  ])('%s', (text, expected) => {
    expect(parseColumns('columns', text, new Tally())).toEqual(expected);
  });

  test.each([
    ['', '1: unexpected end of input expecting field name (* or [a..z0..9_$])'],
    ['a,', '3: unexpected end of input expecting field name (* or [a..z0..9_$])'],
    ['a.b', '2: unexpected "." expecting "," or end of input'],
    ['a->b', '2: unexpected "-" expecting "," or end of input'],
  ])('%s is refused with the position of the error', (text, expected) => {
    expect(refusal(() => parseColumns('columns', text, new Tally()))).toBe(expected);
  });
});

import { expect, it } from 'vitest';
import { refusalProblems, withRefusals } from './refusals.mjs';

const listed = { gone: 404, taken: 422 };
const calls = `perform private.refuse(404, 'gone', 'Gone.');
  perform private.refuse(
    422, 'taken', format('"%s" is taken.', name));`;

it.each([
  ['nothing about listed codes', calls, []],
  ['nothing about a comment', `${calls}\n-- raise insufficient_privilege`, []],
  [
    'nothing about a warning and the conditions that a function catches itself',
    `${calls} raise warning 'Slow.'; raise check_violation; raise datetime_field_overflow;`,
    [],
  ],
  [
    'a code that the list lacks',
    `${calls} perform private.refuse(422, 'full', 'Full.');`,
    ['1.sql refuses with 422 full, which refusals.ts does not list'],
  ],
  [
    'another status',
    `${calls} perform private.refuse(400, 'gone', 'Gone.');`,
    ['1.sql refuses with 400 gone, which refusals.ts does not list'],
  ],
  [
    'each code of a case',
    `${calls} perform private.refuse(422, case kind when 'one' then 'full' else 'taken' end, 'Full.');`,
    ['1.sql refuses with 422 full, which refusals.ts does not list'],
  ],
  [
    'a code that is computed',
    `${calls} perform private.refuse(422, 'too_many_' || kind, 'Full.');`,
    ['1.sql calls private.refuse without a literal status and code'],
  ],
  [
    'a code that is not used',
    `perform private.refuse(404, 'gone', 'Gone.');`,
    ['refusals.ts lists taken, which no migration uses'],
  ],
])('reports %s', (_title, text, problems) => {
  expect(refusalProblems([{ name: '1.sql', text }], listed)).toEqual(problems);
});

it.each([
  `raise exception 'No'`,
  `raise 'No'`,
  `raise using message = 'No'`,
  `raise invalid_parameter_value using message = 'No'`,
  `raise insufficient_privilege`,
  `raise sqlstate 'PT409' using message = 'No'`,
])('reports %s', (raise) => {
  const [problem] = refusalProblems([{ name: '1.sql', text: `${calls}\n  ${raise};` }], listed);
  expect(problem).toMatch(/^1\.sql refuses by "raise .*": call private\.refuse$/);
});

it('writes the codes by status into the list of a page, again and again', () => {
  const page = 'Before\n\n<!-- npm run fix writes this list from refusals.ts -->\n\n- 400: `old`\n\nAfter\n';
  const written = withRefusals(page);
  expect(written).toContain('\n- 404: `not_found`\n');
  expect(written).toMatch(/^Before\n[\s\S]*\n\nAfter\n$/);
  expect(written).not.toContain('`old`');
  expect(withRefusals(written)).toBe(written);
  expect(() => withRefusals('No list')).toThrow();
});

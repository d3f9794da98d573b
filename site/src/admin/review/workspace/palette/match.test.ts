import { describe, expect, it } from 'vitest';
import { fit, matching } from './match.ts';
import { describeStatus } from './PaletteDialog.tsx';

const command = (label: string, keys: readonly string[] = [], aliases = '') => ({ label, keys, aliases });

describe('text typed into the palette', () => {
  it.each([
    ['', command('Board', ['g b']), 1],
    ['g b', command('Board', ['g b']), 4],
    ['gb', command('Board', ['g b']), 4],
    ['M', command('Move with an email…', ['M']), 4],
    ['m', command('Board', ['M']), 0],
    ['assign to', command('Assign to me'), 3],
    ['to me', command('Assign to me'), 2],
    ['me ass', command('Assign to me'), 2],
    ['ign', command('Assign to me'), 0],
    ['go board', command('Board', [], 'Go to'), 1],
    ['zoe', command('Assign Zoë Quill to Ada'), 2],
    ['ZOË', command('Assign Zoe Quill to Ada'), 2],
    ['ada@lab.ex', command('Assign to ada@lab.example'), 2],
    ['…', command('Move to…'), 0],
    ['  board ', command('Board'), 3],
    ['[', command('Board'), 0],
  ])('%j fits %j by %i', (text, found, score) => {
    expect(fit(text, found)).toBe(score);
  });

  it('lists the best matches first and equal ones in stable order', () => {
    const commands = [command('Open the board'), command('Board'), command('The old board'), command('List')];
    expect(matching('board', commands).map(({ label }) => label)).toEqual([
      'Board',
      'Open the board',
      'The old board',
    ]);
  });
});

it.each([
  [0, false, 'No person found'],
  [1, false, '1 person found'],
  [2, false, '2 people found'],
  [7, true, 'More than 7 people found'],
])('%i people, and more %j, are counted as %j', (people, hasMore, line) => {
  expect(describeStatus({ text: 'ada', people, hasMore, search: 'idle' }, false)).toBe(line);
});

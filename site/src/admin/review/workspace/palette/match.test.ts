import { describe, expect, it } from 'vitest';
import { fit, matching } from './match.ts';

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

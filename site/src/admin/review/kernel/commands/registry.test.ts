import { describe, expect, it } from 'vitest';
import { catalogue, type CatalogueEntry } from './catalogue.ts';
import { CommandRegistry, type Command } from './registry.ts';

const command = (id: string, keys: readonly string[] = ['a'], rest: Partial<Command> = {}): Command => ({
  id,
  label: id,
  group: 'general',
  keys,
  level: 'workspace',
  whyNot: null,
  run: () => {},
  ...rest,
});

const panel = (id: string) => command(id, ['a'], { level: 'panel' });
const screen = (id: string) => command(id, ['a'], { level: 'screen' });

describe('the registry', () => {
  it.each([
    ['of the workspace', 'a', [[command('one')]], 'one'],
    ['of the highest level', 'a', [[panel('one')], [command('two')]], 'one'],
    ['of the screen, though it came later', 'a', [[command('one')], [screen('two')]], 'two'],
    ['by its second key', 'b', [[command('one', ['a', 'b'])]], 'one'],
    ['by a sequence', 'g b', [[command('one', ['g b'])]], 'one'],
    ['and none for half a sequence', 'g', [[command('one', ['g b'])]], undefined],
    [
      'though it cannot be done, to say why',
      'a',
      [[command('one', ['a'], { whyNot: 'It is gone.' })]],
      'one',
    ],
  ] as const)('finds the command %s', (_name, keys, sources, found) => {
    const registry = new CommandRegistry();
    for (const commands of sources) registry.register(() => commands);
    expect(registry.find(keys)?.id).toBe(found);
  });

  it('knows which key begins a sequence', () => {
    const registry = new CommandRegistry();
    registry.register(() => [command('one', ['g b', 'x'])]);
    expect(['g', 'b', 'x', 'g b'].map((keys) => registry.leads(keys))).toEqual([true, false, false, false]);
  });

  it('keeps each id once and removes commands that are unregistered', () => {
    const registry = new CommandRegistry();
    const leave = registry.register(() => [command('one', ['a'], { level: 'panel', label: 'of the panel' })]);
    registry.register(() => [command('one', ['a']), command('two', [])]);
    expect(registry.all().map(({ label }) => label)).toEqual(['of the panel', 'two']);
    leave();
    expect(registry.all().map(({ label }) => label)).toEqual(['one', 'two']);
  });
});

describe('the catalogue', () => {
  const entries = Object.entries<CatalogueEntry>(catalogue);

  it('gives each key one meaning on all screens', () => {
    const keys = entries.flatMap(([, entry]) => entry.keys ?? []);
    expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
  });

  it('gives no letter to a decision about a person', () => {
    const decisions = entries.filter(([id]) => /^triage\.(?!score)/.test(id));
    expect(decisions.map(([, { keys }]) => keys)).toEqual([['6'], ['7'], ['8'], ['9'], ['0']]);
  });

  it('gives no key that begins a sequence another meaning', () => {
    const keys = entries.flatMap(([, entry]) => entry.keys ?? []);
    const leads = keys.filter((key) => key.includes(' ')).map((key) => key.split(' ')[0]);
    expect(keys.filter((key) => leads.includes(key))).toEqual([]);
  });
});

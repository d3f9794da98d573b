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
  isLoading: false,
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

describe('a key that waits for its command', () => {
  const loading = command('one', ['e'], { isLoading: true });

  it.each([
    ['is pressed once it is loaded', () => [command('one', ['e'])], 'done'],
    ['fails when the command is gone', () => [], 'fail'],
    ['waits on while it is loading', () => [loading], undefined],
  ] as const)('%s', async (_name, later, ended) => {
    const registry = new CommandRegistry();
    let commands: readonly Command[] = [loading];
    registry.register(() => commands);
    const ends: string[] = [];
    const end = (how: string) => () => void ends.push(how);
    registry.wait('e', { done: end('done'), fail: end('fail'), hasEnded: () => false });
    commands = later();
    registry.settle();
    registry.settle();
    await Promise.resolve();
    expect(ends).toEqual(ended ? [ended] : []);
  });
});

describe('the catalogue', () => {
  const entries = Object.entries<CatalogueEntry>(catalogue);

  it('gives each key one meaning on all screens', () => {
    const keys = entries.flatMap(([, entry]) => entry.keys ?? []);
    expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
  });

  it('gives no single key to a decision about a person', () => {
    const decisions = entries.filter(([id]) => /choose-move|decline|evidence/.test(id));
    expect(decisions.map(([, { keys }]) => keys)).toEqual([undefined, ['m 6–0'], ['m d 1–6']]);
  });

  it('gives no key that begins a sequence another meaning', () => {
    const keys = entries.flatMap(([, entry]) => entry.keys ?? []);
    // The menu that m opens takes what follows.
    const leads = keys.filter((key) => /^[^m] /.test(key)).map((key) => key.split(' ')[0]);
    expect(keys.filter((key) => leads.includes(key))).toEqual([]);
  });
});

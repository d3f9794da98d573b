import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Keyboard } from './keyboard.ts';

function setUp(timeoutMs = 10_000) {
  const done: string[] = [];
  let shown: string | null = 'a';
  const onDropped = vi.fn();
  /** Milliseconds by which a busy page handles timers and keys late. */
  let behind = 0;
  const keyboard = new Keyboard({
    deliver: (_key, take) => take()?.(),
    shown: () => shown,
    onDropped,
    timeoutMs,
    now: () => performance.now() + behind,
  });
  const layer = (level: number, name: string, keys: string) =>
    keyboard.register({
      level,
      find: (key) => (keys.includes(key) ? () => void done.push(`${name} ${key} on ${shown}`) : null),
    });
  return {
    ...{ keyboard, done, onDropped, layer },
    show: (id: string) => (shown = id),
    fallBehind: (ms: number) => (behind = ms),
  };
}

describe('a key', () => {
  it('is handled by the highest layer that knows it', () => {
    const { keyboard, done, layer } = setUp();
    layer(0, 'page', 'jm');
    const remove = layer(2, 'menu', 'j');
    expect([keyboard.press('j'), keyboard.press('m'), keyboard.press('q')]).toEqual([true, true, false]);
    remove();
    // A key without a meaning begins a text, so the next one comes after a pause.
    keyboard.press('j', performance.now() + 1_000);
    expect(done).toEqual(['menu j on a', 'page m on a', 'page j on a']);
  });

  it.each([
    ['after its first key', 'g0 b500', ['page g b on a']],
    ['and not when the second comes too late', 'g0 b3000', ['page b on a']],
    ['and a second key that belongs to none does nothing', 'g0 x1 x2', ['page x on a']],
    ['restarted only by its first key', 'g0 g3000 b3001', ['page g b on a']],
  ])('of a sequence is understood %s', (_name, presses, expected) => {
    const { keyboard, done } = setUp();
    const say = (keys: string) => () => void done.push(`page ${keys} on a`);
    keyboard.register({
      level: 0,
      find: (keys) => (['g b', 'b', 'x'].includes(keys) ? say(keys) : null),
      leads: (key) => key === 'g',
    });
    for (const [key = '', ...at] of presses.split(' '))
      expect(keyboard.press(key, Number(at.join('')))).toBe(true);
    expect(done).toEqual(expected);
  });

  it('of a sequence waits as others do, with the time when it was pressed', () => {
    const { keyboard, done } = setUp();
    keyboard.register({
      level: 0,
      find: (keys) => (keys === 'g b' ? () => void done.push(keys) : null),
      leads: (key) => key === 'g',
    });
    const wait = keyboard.hold();
    keyboard.press('g', 0);
    keyboard.press('b', 100);
    wait.done();
    expect(done).toEqual(['g b']);
  });

  it('waits while a change is pending, and keeps its order', () => {
    const { keyboard, done, layer } = setUp();
    layer(0, 'page', 'jmx');
    const wait = keyboard.hold('m');
    expect(keyboard.press('j')).toBe(true);
    keyboard.press('x');
    expect(done).toEqual([]);
    wait.done();
    expect(done).toEqual(['page m on a', 'page j on a', 'page x on a']);
  });

  it('lets the rest wait again if it leads to another wait', () => {
    const { keyboard, done, layer } = setUp();
    layer(0, 'page', 'jx');
    let second = { done: () => {} };
    keyboard.register({
      level: 1,
      find: (key) => (key === 'n' ? () => void (second = keyboard.hold()) : null),
    });
    const first = keyboard.hold();
    for (const key of 'jnx') keyboard.press(key);
    first.done();
    expect(done).toEqual(['page j on a']);
    second.done();
    expect(done).toEqual(['page j on a', 'page x on a']);
  });

  it('for one application is not applied to another one, nor is any key after it', () => {
    const { keyboard, done, onDropped, layer, show } = setUp();
    layer(0, 'page', 'm1');
    const wait = keyboard.hold('m');
    keyboard.press('1');
    show('b');
    wait.done();
    expect(done).toEqual([]);
    expect(onDropped).toHaveBeenCalledOnce();
    expect(keyboard.press('m')).toBe(true);
  });

  it('is dropped with a notice when its wait fails or times out', () => {
    vi.useFakeTimers();
    const { keyboard, done, onDropped, layer } = setUp(1_000);
    layer(0, 'page', 'j');
    keyboard.hold().fail();
    expect(onDropped).not.toHaveBeenCalled();
    const wait = keyboard.hold();
    keyboard.press('j');
    expect(wait.hasEnded()).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(wait.hasEnded()).toBe(true);
    expect(done).toEqual([]);
    expect(onDropped).toHaveBeenCalledOnce();
  });
});

describe('text that is typed by mistake', () => {
  beforeEach(() => void vi.useFakeTimers());

  const sentences = [
    ['begins with a letter without a meaning', 'Ships 3 products, 24 of 90 days.'],
    ['begins with a capital', 'Would invite, did ship'],
    ['begins with a figure', '90 days, m 9'],
    ['begins with a key that has a meaning', 'm9, just 7 more'],
    ['ends with Enter', 'Seen them\n'],
  ] as const;

  /** Types a character every 20 ms, from this time on in milliseconds. */
  const type = (keyboard: Keyboard, text: string, from = 0) =>
    [...text].forEach((key, place) => keyboard.press(key === '\n' ? 'Enter' : key, from + place * 20));

  /** A keyboard where digits and Enter decide once they are known to be deliberate, `m` and `j` do nothing much. */
  function setUpDecisions() {
    const { keyboard, fallBehind } = setUp();
    const decided: string[] = [];
    const decide = async (key: string) => {
      if (await keyboard.isDeliberate()) decided.push(key);
    };
    keyboard.register({
      level: 0,
      find: (key) => {
        if (/^(\d|Enter)$/.test(key)) return () => void decide(key);
        return 'mj'.includes(key) ? () => {} : null;
      },
    });
    return { keyboard, decided, fallBehind };
  }

  it.each(sentences)('decides nothing if it %s', async (_name, sentence) => {
    const { keyboard, decided } = setUpDecisions();
    type(keyboard, sentence);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(decided).toEqual([]);
  });

  it('decides nothing if a busy page handles its keys late', async () => {
    const { keyboard, decided, fallBehind } = setUpDecisions();
    const start = performance.now();
    keyboard.press('9', start);
    fallBehind(500);
    await vi.advanceTimersByTimeAsync(450);
    keyboard.press('d', start + 20);
    await vi.advanceTimersByTimeAsync(600);
    keyboard.press('7', start + 40);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(decided).toEqual([]);
  });

  it('ends with a pause, after which keys have their meaning again', async () => {
    const { keyboard, decided } = setUpDecisions();
    type(keyboard, 'So.', 0);
    type(keyboard, '7', 500);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(decided).toEqual(['7']);
  });

  it('is not assumed if every key has a meaning, at any speed', async () => {
    const { keyboard, decided } = setUpDecisions();
    type(keyboard, '9j7m\n80');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(decided).toEqual(['Enter', '9', '7', '8', '0']);
  });

  it('is not waited for if the key is not a character, or there is no key', async () => {
    const { keyboard, decided } = setUpDecisions();
    keyboard.press('Enter');
    await Promise.resolve();
    expect(decided).toEqual(['Enter']);
    await expect(keyboard.isDeliberate()).resolves.toBe(true);
  });

  it('does not take back what was confirmed before the page was left', async () => {
    const { keyboard, decided } = setUpDecisions();
    keyboard.press('9', 0);
    keyboard.confirmAll();
    keyboard.press('?', 20);
    await Promise.resolve();
    expect(decided).toEqual(['9']);
  });
});

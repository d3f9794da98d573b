import { describe, expect, it, vi } from 'vitest';
import { Keyboard } from './keyboard.ts';

function setUp(timeoutMs = 10_000) {
  const done: string[] = [];
  let shown: string | null = 'a';
  const onDropped = vi.fn();
  const keyboard = new Keyboard({
    deliver: (_key, take) => take()?.(),
    shown: () => shown,
    onDropped,
    timeoutMs,
    now: () => performance.now(),
  });
  const layer = (level: number, name: string, keys: string) =>
    keyboard.register({
      level,
      find: (key) => (keys.includes(key) ? () => void done.push(`${name} ${key} on ${shown}`) : null),
    });
  return { keyboard, done, onDropped, layer, show: (id: string) => (shown = id) };
}

describe('a key', () => {
  it('is handled by the highest layer that knows it', () => {
    const { keyboard, done, layer } = setUp();
    layer(0, 'page', 'jm');
    const remove = layer(2, 'menu', 'j');
    expect([keyboard.press('j'), keyboard.press('m'), keyboard.press('q')]).toEqual([true, true, false]);
    remove();
    keyboard.press('j');
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

import { describe, expect, it, vi } from 'vitest';
import { Keyboard } from './keyboard.ts';

function setUp(timeoutMs = 10_000) {
  const done: string[] = [];
  let shown: string | null = 'a';
  const onDropped = vi.fn();
  const keyboard = new Keyboard({
    deliver: (_key, run) => run?.(),
    shown: () => shown,
    onDropped,
    timeoutMs,
  });
  const layer = (level: number, name: string, keys: string) =>
    keyboard.register({
      level,
      find: (key) => (keys.includes(key) ? () => void done.push(`${name} ${key} on ${shown}`) : null),
    });
  return { keyboard, done, onDropped, layer, show: (id: string) => (shown = id) };
}

describe('a key', () => {
  it('does what the highest layer says that knows it', () => {
    const { keyboard, done, layer } = setUp();
    layer(0, 'page', 'jm');
    const remove = layer(2, 'menu', 'j');
    expect([keyboard.press('j'), keyboard.press('m'), keyboard.press('q')]).toEqual([true, true, false]);
    remove();
    keyboard.press('j');
    expect(done).toEqual(['menu j on a', 'page m on a', 'page j on a']);
  });

  it('waits while something is on its way, and keeps its order', () => {
    const { keyboard, done, layer } = setUp();
    layer(0, 'page', 'jmx');
    const wait = keyboard.hold('m');
    expect(keyboard.press('j')).toBe(true);
    keyboard.press('x');
    expect(done).toEqual([]);
    wait.done();
    expect(done).toEqual(['page m on a', 'page j on a', 'page x on a']);
  });

  it('that leads to another wait lets the rest wait again', () => {
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

  it('meant for an application is not given to another one, nor is what was typed after it', () => {
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

  it('is dropped aloud when what it waits for fails, or does not come in time', () => {
    vi.useFakeTimers();
    const { keyboard, done, onDropped, layer } = setUp(1_000);
    layer(0, 'page', 'j');
    keyboard.hold().fail();
    expect(onDropped).not.toHaveBeenCalled();
    keyboard.hold();
    keyboard.press('j');
    vi.advanceTimersByTime(1_000);
    expect(done).toEqual([]);
    expect(onDropped).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });
});

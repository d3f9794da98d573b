import type { CDPSession, Page } from '@playwright/test';

/** The key's code and Windows number, as a keyboard sends them. */
const keyNames: Readonly<Record<string, { code: string; number: number; text?: string }>> = {
  Enter: { code: 'Enter', number: 13, text: '\r' },
  Escape: { code: 'Escape', number: 27 },
  ArrowDown: { code: 'ArrowDown', number: 40 },
  ' ': { code: 'Space', number: 32, text: ' ' },
};

/** Command on a Mac and Control elsewhere, as the DevTools protocol numbers modifiers. */
const MOD = process.platform === 'darwin' ? 4 : 2;

function pressOf(name: string) {
  const isCombination = name.startsWith('Mod+');
  const key = name.replace('Mod+', '');
  const {
    code,
    number,
    text = key.length === 1 && !isCombination ? key : undefined,
  } = keyNames[key] ?? {
    code: /\d/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`,
    number: key.toUpperCase().charCodeAt(0),
  };
  const modifiers = isCombination ? MOD : 0;
  return { key, code, modifiers, windowsVirtualKeyCode: number, ...(text && { text }) };
}

/**
 * Types at a fixed pace, even if the page cannot keep up. Each key carries the time at which it is due, because a
 * machine that is late with one key would otherwise type a pause.
 */
export class Hands {
  readonly #session: CDPSession;

  constructor(session: CDPSession) {
    this.#session = session;
  }

  static async on(page: Page): Promise<Hands> {
    return new Hands(await page.context().newCDPSession(page));
  }

  /**
   * Types the keys, `paceMs` apart, without waiting for their effect, on a processor that is `slowdown` times slower
   * until the page has received the last.
   */
  async type(keys: readonly string[], paceMs: number, slowdown = 1): Promise<void> {
    const taken: Promise<unknown>[] = [];
    await this.#session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const start = performance.now();
    const startedAt = Date.now();
    for (const [place, key] of keys.entries()) {
      const due = start + place * paceMs - performance.now();
      if (due > 0) await new Promise((resolve) => setTimeout(resolve, due));
      const press = { ...pressOf(key), timestamp: (startedAt + place * paceMs) / 1000 };
      taken.push(this.#session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...press }));
      taken.push(this.#session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...press }));
    }
    await Promise.all(taken);
    await this.#session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
}

import type { CDPSession, Page } from '@playwright/test';

/** What a keyboard sends for a key: its place on the keyboard and its number, as Windows counts them. */
const keyNames: Readonly<Record<string, { code: string; number: number; text?: string }>> = {
  Enter: { code: 'Enter', number: 13, text: '\r' },
  Escape: { code: 'Escape', number: 27 },
  ArrowDown: { code: 'ArrowDown', number: 40 },
};

function pressOf(key: string) {
  const {
    code,
    number,
    text = key.length === 1 ? key : undefined,
  } = keyNames[key] ?? {
    code: /\d/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`,
    number: key.toUpperCase().charCodeAt(0),
  };
  return { key, code, windowsVirtualKeyCode: number, ...(text && { text }) };
}

/** Hands that type at a pace of their own, whether the page keeps up or not. */
export class Hands {
  readonly #session: CDPSession;

  constructor(session: CDPSession) {
    this.#session = session;
  }

  static async on(page: Page): Promise<Hands> {
    return new Hands(await page.context().newCDPSession(page));
  }

  /** Makes the processor this many times slower for the page. */
  async slowProcessor(rate: number): Promise<void> {
    await this.#session.send('Emulation.setCPUThrottlingRate', { rate });
  }

  /** Types the keys, `paceMs` apart, without waiting for what they do; resolves when the page has taken the last. */
  async type(keys: readonly string[], paceMs: number): Promise<void> {
    const taken: Promise<unknown>[] = [];
    const start = performance.now();
    for (const [place, key] of keys.entries()) {
      const due = start + place * paceMs - performance.now();
      if (due > 0) await new Promise((resolve) => setTimeout(resolve, due));
      const press = pressOf(key);
      taken.push(this.#session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...press }));
      taken.push(this.#session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...press }));
    }
    await Promise.all(taken);
  }
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Page } from 'playwright-core';
import { browserFlags, findBrowser } from '../browser.ts';
import { usbKey } from './usb-key.ts';

export interface AuthenticatorPage {
  /** A page of the server's origin with the official client as `client` and the library as `supabase`. */
  readonly page: Page;
  /** Throws the authenticator away and plugs in an empty one. */
  replaceAuthenticator(): Promise<void>;
  stop(): Promise<void>;
}

const library = createRequire(import.meta.url).resolve('@supabase/supabase-js/dist/umd/supabase.js');

/** A real browser with a virtual authenticator (WebDriver's, through the developer tools) at `url`. */
export async function openAuthenticatorPage(url: string, key: string): Promise<AuthenticatorPage> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags });
  // Our script runs next to the page's own, which its policy would not allow.
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  await page.goto(`${url}/auth/v1/health`);
  await page.evaluate(readFileSync(library, 'utf8'));
  await page.evaluate(
    ([address, apiKey]) => {
      const { supabase } = globalThis as never as {
        supabase: { createClient: (...args: unknown[]) => unknown };
      };
      const auth = { experimental: { passkey: true }, autoRefreshToken: false };
      Object.assign(globalThis, { client: supabase.createClient(address, apiKey, { auth }) });
    },
    [url, key],
  );
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  const plugIn = async () =>
    (
      await session.send('WebAuthn.addVirtualAuthenticator', {
        options: usbKey,
      })
    ).authenticatorId;
  let authenticatorId = await plugIn();
  return {
    page,
    replaceAuthenticator: async () => {
      await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
      authenticatorId = await plugIn();
    },
    stop: () => browser.close(),
  };
}

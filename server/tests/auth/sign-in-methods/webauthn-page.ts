import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import { test } from 'vitest';
import type { SupabaseClient } from '@supabase/supabase-js';
import { browserFlags, findBrowser } from '@solostead/server-testkit/browser';
import { usbKey } from '@solostead/server-testkit/identity/usb-key';
import { sharedServer, type TestServer } from '@solostead/server-testkit/servers/server';
import { freshEmail } from '@solostead/server-testkit/auth/clients';

export { describe, expect } from 'vitest';

/** The official client in the page. */
declare const client: SupabaseClient;

export type WebauthnPage = Awaited<ReturnType<typeof openWebauthnPage>>;

/** A test with the fixture `page`, which the file's tests share. */
export const it = test.extend('page', { scope: 'file' }, async ({}, { onCleanup }) => {
  const page = await openWebauthnPage();
  onCleanup(page.stop);
  return page;
});

const library = createRequire(import.meta.url).resolve('@supabase/supabase-js/dist/umd/supabase.js');

/** Opens a page with the official client in a browser with a virtual authenticator, by the developer tools. */
async function openBrowser({ url, publishableKey }: TestServer) {
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
    [url, publishableKey],
  );
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  const plugIn = async () =>
    (await session.send('WebAuthn.addVirtualAuthenticator', { options: usbKey })).authenticatorId;
  let authenticatorId = await plugIn();
  return {
    page,
    /** Throws the authenticator away and plugs in an empty one. */
    replaceAuthenticator: async () => {
      await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
      authenticatorId = await plugIn();
    },
    stop: () => browser.close(),
  };
}

/** Opens a page of a server that takes security keys and passkeys. */
async function openWebauthnPage() {
  const server = await sharedServer({ env: { SUPABASE_CONFIG: 'open.toml' } });
  const { page, ...browser } = await openBrowser(server);
  /** Runs code in the page. */
  const run = <Answer, Input>(work: (input: Input) => Promise<Answer>, input: Input): Promise<Answer> =>
    page.evaluate(work as never, input as never) as never;
  const signInAgain = (credentials: { email: string; password: string }) =>
    run(async (ceremony) => {
      const { error } = await client.auth.signInWithPassword(ceremony);
      if (error) throw error;
    }, credentials);
  const accessToken = () =>
    run(async () => (await client.auth.getSession()).data.session?.access_token ?? '', null);
  return {
    ...browser,
    server,
    run,
    /** Creates an account that is signed in in the page. */
    signIn: async () => {
      const email = freshEmail();
      const { id, password } = await server.addUser(email);
      await signInAgain({ email, password });
      return { id, email, password };
    },
    signInAgain,
    accessToken,
    bearer: async () => ({ authorization: `Bearer ${await accessToken()}` }),
    /** Returns the browser authenticator's answer to options in the API's format. */
    answerOf: (kind: 'create' | 'get', options: unknown) => run(answer, { kind, options }),
  };
}

/** Runs in the page. */
async function answer({ kind, options }: { kind: 'create' | 'get'; options: unknown }) {
  const credentials = globalThis.PublicKeyCredential as never as Record<string, (json: unknown) => never>;
  const publicKey =
    credentials[kind === 'create' ? 'parseCreationOptionsFromJSON' : 'parseRequestOptionsFromJSON']!(options);
  const made = await navigator.credentials[kind]({ publicKey });
  return (made as never as { toJSON(): unknown }).toJSON() as Record<string, Record<string, string>>;
}

/** Enrols through the client's own ceremony and returns the factor and the level. */
export const register = (page: WebauthnPage, friendlyName: string) =>
  page.run(async (name) => {
    const { error } = await client.auth.mfa.webauthn.register({ friendlyName: name });
    const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    const { data: factors } = await client.auth.mfa.listFactors();
    return {
      error: error?.message ?? null,
      level: level.data?.currentLevel,
      factor: factors?.all.find(({ factor_type }) => factor_type === 'webauthn'),
    };
  }, friendlyName);

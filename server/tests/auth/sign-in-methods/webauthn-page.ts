import { test } from 'vitest';
import type { SupabaseClient } from '@supabase/supabase-js';
import { openAuthenticatorPage, type AuthenticatorPage } from '../../harness/identity/authenticator.ts';
import { knownPassword } from '../../harness/servers/keys.ts';
import { sharedServer, type TestServer } from '../../harness/servers/server.ts';
import { adminClient, freshEmail } from '../../harness/auth/clients.ts';

export { describe, expect } from 'vitest';

/** The official client in the page. */
declare const client: SupabaseClient;

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

/** A server that takes security keys and passkeys, and a browser's page with a key plugged in. */
export interface WebauthnPage {
  readonly server: TestServer;
  readonly browser: AuthenticatorPage;
  /** Runs code in the page. */
  run<Answer, Input>(work: (input: Input) => Promise<Answer>, input: Input): Promise<Answer>;
  /** A new account, signed in in the page. */
  signIn(): Promise<Person>;
  signInAgain(credentials: { email: string; password: string }): Promise<void>;
  accessToken(): Promise<string>;
  bearer(): Promise<{ authorization: string }>;
  /** Returns the browser authenticator's answer to options in the API's format. */
  answerOf(kind: 'create' | 'get', options: unknown): Promise<Record<string, Record<string, string>>>;
}

/** A test with the fixture `page`, which the file's tests share. */
export const it = test.extend('page', { scope: 'file' }, async ({}, { onCleanup }) => {
  const page = await openWebauthnPage();
  onCleanup(page.browser.stop);
  return page;
});

async function openWebauthnPage(): Promise<WebauthnPage> {
  const server = await sharedServer({ env: { SUPABASE_CONFIG: 'everything.toml' } });
  const browser = await openAuthenticatorPage(server.url, server.publishableKey);
  const run: WebauthnPage['run'] = (work, input) =>
    browser.page.evaluate(work as never, input as never) as never;
  const signInAgain = (credentials: { email: string; password: string }) =>
    run(async (given) => {
      const { error } = await client.auth.signInWithPassword(given);
      if (error) throw error;
    }, credentials);
  const accessToken = () =>
    run(async () => (await client.auth.getSession()).data.session?.access_token ?? '', null);
  return {
    server,
    browser,
    run,
    signIn: async () => {
      const email = freshEmail();
      const { password, hash: password_hash } = knownPassword;
      const { data } = await adminClient(server).admin.createUser({
        email,
        password_hash,
        email_confirm: true,
      });
      await signInAgain({ email, password });
      return { id: data.user!.id, email, password };
    },
    signInAgain,
    accessToken,
    bearer: async () => ({ authorization: `Bearer ${await accessToken()}` }),
    answerOf: (kind, options) => run(answer, { kind, options }),
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

import { GoTrueClient, type User } from '@supabase/auth-js';
import type { TestServer } from '../servers/server.ts';

type ClientOptions = NonNullable<ConstructorParameters<typeof GoTrueClient>[0]>;

/** A store that lives as long as the client, as a browser's would. */
function memoryStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

/** The official client as published, with a separate session. */
export function authClient(
  server: Pick<TestServer, 'url' | 'publishableKey'>,
  options: Partial<ClientOptions> = {},
): GoTrueClient {
  return new GoTrueClient({
    url: `${server.url}/auth/v1`,
    headers: { apikey: server.publishableKey },
    storage: memoryStorage(),
    autoRefreshToken: false,
    detectSessionInUrl: false,
    ...options,
  });
}

/** The client with the secret key. */
export const adminClient = (server: TestServer, options: Partial<ClientOptions> = {}): GoTrueClient =>
  authClient(server, {
    headers: { apikey: server.secretKey, Authorization: `Bearer ${server.secretKey}` },
    persistSession: false,
    ...options,
  });

/** The routes of an administrator. */
export const admin = (server: TestServer): GoTrueClient['admin'] => adminClient(server).admin;

/** A password that the rules of every test's project accept. */
export const PASSWORD = 'quite a fine passphrase';

/** Returns the parameters in the address a browser came back to. */
export const outcome = (url: URL): URLSearchParams => new URLSearchParams(url.hash.slice(1));

/** Signs a client in with what an implicit flow left in the fragment. */
export async function adoptSession(client: GoTrueClient, url: URL): Promise<User> {
  const facts = outcome(url);
  const { data, error } = await client.setSession({
    access_token: facts.get('access_token') ?? '',
    refresh_token: facts.get('refresh_token') ?? '',
  });
  if (error || !data.user) throw error ?? new Error('no user');
  return data.user;
}

/** An address without an account. */
export const freshEmail = (): string => `person-${crypto.randomUUID()}@example.org`;

/** Creates an account with the secret key. */
export async function newUser(server: TestServer, attributes: object = {}): Promise<User> {
  const { data, error } = await adminClient(server).admin.createUser({ email: freshEmail(), ...attributes });
  if (error) throw error;
  return data.user;
}

/** A client signed in with a password, and its account. */
export async function signedInClient(
  server: TestServer,
  email = freshEmail(),
  options: Partial<ClientOptions> = {},
): Promise<{ client: GoTrueClient; user: User; password: string }> {
  const { password } = await server.addUser(email);
  const client = authClient(server, options);
  const { data, error } = await client.signInWithPassword({ email, password });
  if (error) throw error;
  return { client, user: data.user, password };
}

/** Another client of a person, signed in with the password. */
export async function signInElsewhere(
  server: TestServer,
  { user, password }: { readonly user: { readonly email?: string }; readonly password: string },
  options: Partial<ClientOptions> = {},
): Promise<GoTrueClient> {
  const client = authClient(server, options);
  await client.signInWithPassword({ email: user.email!, password });
  return client;
}

/** Calls the auth service without the official client. Text is sent unchanged. */
export async function call(
  server: TestServer,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const response = await fetch(`${server.url}/auth/v1${path}`, {
    method,
    redirect: 'manual',
    headers: { apikey: server.publishableKey, 'content-type': 'application/json', ...headers },
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const parsed = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : {};
  return { status: response.status, body: parsed as Record<string, unknown>, headers: response.headers };
}

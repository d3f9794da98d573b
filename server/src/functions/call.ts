import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../gateway/caller.ts';
import { FunctionFault } from './errors.ts';
import type { Config } from '../configuration/config.ts';
import type { RequestMessage } from './message.ts';

/** The functions of a project. */
export type ProjectFunctions = Pick<Config, 'supabaseDir' | 'functions'>;

/** Absolute paths of a function's files. */
export interface FunctionFiles {
  /** The project's `supabase` folder. */
  readonly supabaseDir: string;
  readonly file: string;
  /** The `import_map` of config.toml, or ''. */
  readonly importMap: string;
  /** The path of `file` in the project, for sentences. */
  readonly shownPath: string;
}

/** Returns the files of the function called `name`, or null. Folders that start with `_` are shared code. */
export function findFunction(
  { supabaseDir, functions }: ProjectFunctions,
  name: string,
): FunctionFiles | null {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(name)) return null;
  const settings = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (settings?.enabled === false) return null;
  const file = resolve(supabaseDir, settings?.entrypoint || `functions/${name}/index.ts`);
  if (!existsSync(file)) return null;
  const importMap = settings?.import_map ? resolve(supabaseDir, settings.import_map) : '';
  return { supabaseDir, file, importMap, shownPath: join('supabase', relative(supabaseDir, file)) };
}

/** Enforces `verify_jwt` of config.toml, which requires a verified token. */
export function authorize(caller: Caller, verifyJwt: boolean): void {
  if (!verifyJwt) return;
  if (caller.isKeyUnknown) throw new FunctionFault('UNAUTHORIZED_INVALID_API_KEY');
  if (caller.fault) throw new FunctionFault('UNAUTHORIZED_INVALID_JWT', caller.fault);
  if (!caller.bearer && !caller.repeatsLegacyKey) throw new FunctionFault('UNAUTHORIZED_NO_AUTH_HEADER');
}

// Headers of one connection (RFC 9110, 7.6.1), or those determined again for the next one.
const hopByHop = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authorization', 'proxy-authenticate'],
  ...['transfer-encoding', 'upgrade', 'te', 'trailer', 'expect', 'content-length'],
]);

/** Converts the request for a worker. `origin` is the server's own address. */
export function toMessage(request: FastifyRequest, origin: string): RequestMessage {
  const named = String(request.headers.connection ?? '').toLowerCase();
  const ofConnection = new Set(named.split(',').map((name) => name.trim()));
  const headers = Object.entries(request.headers)
    .filter(([name]) => !hopByHop.has(name) && !ofConnection.has(name) && !name.startsWith('x-boot-'))
    .flatMap(([name, value]) => [value ?? []].flat().map((each): [string, string] => [name, each]));
  const bodyless = request.method === 'GET' || request.method === 'HEAD';
  return {
    id: request.id,
    // Any client can write the Host header, so it is no part of the address. As on Supabase, the path is /NAME/….
    url: `${origin}${request.raw.url!.replace(/^\/functions\/v1(?=\/)/, '')}`,
    method: request.method,
    headers,
    body: !bodyless && request.body instanceof Uint8Array ? new Uint8Array(request.body) : null,
  };
}

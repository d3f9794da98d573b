import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { readJson } from './read-json.mjs';

/**
 * Returns the address and the publishable key of the backend that a site uses, of another one that the variables name,
 * else of the one that runs here (`isHere`). Each is undefined if nothing names it.
 * @param {string} folder of the project
 * @param {Readonly<Record<string, string | undefined>>} environment whose variables win over those of .env, as in the server
 * @returns {{ url: string | undefined, key: string | undefined, isHere: boolean }}
 */
export function findBackend(folder, environment) {
  const envFile = join(folder, '.env');
  const variables = { ...(existsSync(envFile) && parseEnv(readFileSync(envFile, 'utf8'))), ...environment };
  const { PUBLIC_SUPABASE_URL, PUBLIC_SUPABASE_KEY, SUPABASE_PUBLISHABLE_KEY, DATA_DIR } = variables;
  const readStored = (/** @type {string} */ file) => readJson(resolve(folder, DATA_DIR || '.data', file));
  return {
    url: PUBLIC_SUPABASE_URL || readStored('server.json')?.url,
    key: PUBLIC_SUPABASE_KEY || SUPABASE_PUBLISHABLE_KEY || readStored('keys.json')?.publishable,
    isHere: !PUBLIC_SUPABASE_URL,
  };
}

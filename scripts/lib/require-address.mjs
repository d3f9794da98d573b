import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { DEFAULT_HOST, DEFAULT_PORT } from '../../server/src/configuration/default-address.mjs';
import { addressProblem } from '../../server/src/process/listening-address.mjs';
import { fromRoot } from './project.mjs';

/**
 * Ends the process with one sentence if the server could not listen at HOST and PORT, before a fresh clone spends minutes
 * on an install. The server checks both again, and also refuses a PORT that is no number.
 */
export async function requireAddress() {
  const file = fromRoot('.env');
  const written = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const { HOST, PORT } = { ...written, ...process.env };
  const port = Number(PORT || DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return;
  const problem = await addressProblem(HOST || DEFAULT_HOST, port);
  if (!problem) return;
  console.error(problem);
  process.exit(1);
}

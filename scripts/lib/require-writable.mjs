import { accessSync, constants, existsSync } from 'node:fs';
import { userError } from '../../server/start.mjs';
import { fromRoot, root } from './project.mjs';

/**
 * Refuses a user without write access to the project, before anything is built there.
 * @throws {Error} a sentence with what to do
 */
export async function requireWritable() {
  const cache = fromRoot('.cache');
  const folder = existsSync(cache) ? cache : root;
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw await userError(
      `Something has changed since the last build, and this user may not write into ${folder}: start once as the owner of the project, with the same .env and DATA_DIR.`,
    );
  }
}

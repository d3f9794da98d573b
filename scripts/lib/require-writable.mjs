import { accessSync, constants, existsSync } from 'node:fs';
import { fromRoot, root } from './project.mjs';

/**
 * Refuses a user without write access to the project, before anything is built there.
 * @throws {import('../../server/src/configuration/user-error.ts').UserError} with what to do
 */
export async function requireWritable() {
  const cache = fromRoot('.cache');
  const folder = existsSync(cache) ? cache : root;
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    // Only Node 24 can import it, and older versions only install.
    const { UserError } = await import('../../server/src/configuration/user-error.ts');
    throw new UserError(
      `Something has changed since the last build, and this user may not write into ${folder}: start once as the owner of the project, with the same .env and DATA_DIR.`,
    );
  }
}

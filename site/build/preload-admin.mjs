import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Prefixes of the files that the first screen of the admin area needs. Their imports are included. */
const firstNames = ['hydrate-admin.', 'review.'];

const IMPORTED = /(?:from|import)"\.\/([^"]+)"/g;

/** @param {string} folder @returns {Set<string>} the scripts, with what each imports at once */
function firstScripts(folder) {
  const names = readdirSync(folder);
  const found = new Set(
    names.filter((name) => name.endsWith('.js') && firstNames.some((one) => name.startsWith(one))),
  );
  if (found.size !== firstNames.length)
    throw new Error(
      `The site has other scripts than ${firstNames.join(', ')}: build/preload-admin.mjs asks for those ahead.`,
    );
  // Iterating a set includes entries added during the loop.
  for (const name of found)
    for (const [, imported = ''] of readFileSync(join(folder, name), 'utf8').matchAll(IMPORTED))
      found.add(imported);
  return found;
}

/**
 * Asks in the head of the admin page for the scripts of its first screen, which else would be asked for in three
 * steps, each a way to the server and back. As `fetch`, for so they are asked for later (light-preload.mjs): where one
 * does not come ahead nothing is lost.
 * @returns {import('astro').AstroIntegration}
 */
export function preloadAdmin() {
  return {
    name: 'solostead:preload-admin',
    hooks: {
      'astro:build:done': ({ dir }) => {
        const dist = fileURLToPath(dir);
        const file = join(dist, 'admin.html');
        const links = [...firstScripts(join(dist, '_astro'))]
          .map((name) => `<link rel="preload" as="fetch" crossorigin href="/_astro/${name}">`)
          .join('');
        writeFileSync(file, readFileSync(file, 'utf8').replace('<style>', `${links}<style>`));
      },
    },
  };
}

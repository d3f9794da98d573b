import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Prefixes of the files that the first screen of the admin area needs. Their imports are included. */
const firstNames = ['hydrate-admin.', 'review.'];

const IMPORTED = /(?:from|import)"\.\/([^"]+)"/g;

/** @param {string} folder @returns {Set<string>} the scripts and their static imports */
function firstScripts(folder) {
  const names = readdirSync(folder);
  const found = new Set(
    names.filter((name) => name.endsWith('.js') && firstNames.some((one) => name.startsWith(one))),
  );
  if (found.size !== firstNames.length)
    throw new Error(
      `The site has other scripts than ${firstNames.join(', ')}, which build/preload-admin.mjs preloads.`,
    );
  // Iterating a set includes entries added during the loop.
  for (const name of found)
    for (const [, imported = ''] of readFileSync(join(folder, name), 'utf8').matchAll(IMPORTED))
      found.add(imported);
  return found;
}

/**
 * Requests the scripts of the admin area's first screen in the head of its page. Without this they would be requested
 * in three steps, each a round trip. They are preloaded as `fetch`, because light-preload.mjs fetches them later; a
 * preload that fails has no other effect.
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

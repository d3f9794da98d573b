import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The text files of the site. Pictures, films and fonts are compressed already. */
const textExtensions = new Set(['.html', '.css', '.js', '.json', '.svg', '.txt', '.xml', '.webmanifest']);

/** Below this many bytes the headers of a compressed answer cost what it saves. */
const SMALLEST = 200;

/** @param {string} file */
async function compress(file) {
  const content = readFileSync(file);
  if (content.length < SMALLEST) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  writeFileSync(`${file}.br`, br);
  writeFileSync(`${file}.gz`, gz);
}

/**
 * Writes the smallest `.br` and `.gz` next to each text file, so that no server has to compress it. It is the last
 * integration, because the others still change files.
 * @returns {import('astro').AstroIntegration}
 */
export function precompressed() {
  return {
    name: 'solostead:precompressed',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const entries = readdirSync(fileURLToPath(dir), { recursive: true, withFileTypes: true });
        const texts = entries.filter((entry) => entry.isFile() && textExtensions.has(extname(entry.name)));
        await Promise.all(texts.map((entry) => compress(join(entry.parentPath, entry.name))));
      },
    },
  };
}

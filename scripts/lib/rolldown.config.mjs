// The bundler's configuration. server-bundle.mjs names the programs and the folder.
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './project.mjs';

/** @param {string} code */
const inAscii = (code) =>
  code.replace(
    /(\\*)([^\0-\x7f])/g,
    (_, /** @type {string} */ slashes, /** @type {string} */ character) =>
      // A character that is escaped without need loses that escape.
      `${slashes.slice(slashes.length % 2)}\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Lets a bundle stay next to its sources. @type {import('rolldown').Plugin} */
const inPlace = {
  name: 'in-place',
  // A package that is loaded on demand stays in node_modules. So a running server needs nothing of a bundle after its start.
  async resolveId(source, importer, { kind }) {
    if (kind !== 'dynamic-import' || source.startsWith('.') || source.startsWith('node:')) return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    if (!found?.id.includes('node_modules')) return found;
    return { id: pathToFileURL(found.id).href, external: true };
  },
  // Modules find the files next to their source. Stack traces name lines of this project's modules, not of packages.
  transform(code, id) {
    // Functions, because a path may contain `$&` or another pattern of replacements.
    const placed = code
      .replaceAll('import.meta.dirname', () => JSON.stringify(dirname(id)))
      .replaceAll('import.meta.url', () => JSON.stringify(pathToFileURL(id).href));
    return { code: placed, map: id.includes('node_modules') ? { mappings: '' } : null };
  },
  // One character beyond Latin-1 would double a text's memory in the running server.
  renderChunk: (code) => ({ code: inAscii(code), map: null }),
};

/** @type {import('rolldown').BuildOptions & { output: import('rolldown').OutputOptions }} */
export default {
  cwd: root,
  platform: 'node',
  // Native code, which finds its own files, and an unused driver.
  external: ['@node-rs/bcrypt', 'pg-native'],
  plugins: [inPlace],
  resolve: { conditionNames: ['source', 'node', 'default'] },
  tsconfig: false,
  // It would also remove a call whose result is unused, such as a decodeURIComponent that may throw.
  treeshake: false,
  // A missing package would otherwise fail only in the running server.
  onLog: (level, log, handle) => handle(log.code === 'UNRESOLVED_IMPORT' ? 'error' : level, log),
  output: {
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    comments: false,
    // By default this removes the same calls.
    minify: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
  },
};

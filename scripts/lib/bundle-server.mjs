// Bundles programs into the folder that its first argument names. server-bundle.mjs decides when and which.
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { printFailure } from '../../server/start.mjs';
import { fromRoot, root } from './project.mjs';

/** The number of former bundles to keep, because a server that runs from one loads parts of it later. */
const EARLIER_KEPT = 4;

const [, , target = '', programs = '{}'] = process.argv;

/** The files of the programs by name. @type {Record<string, string>} */
const entries = Object.fromEntries(
  Object.entries(JSON.parse(programs)).map(([name, file]) => [name, fromRoot(file)]),
);

/** Lets a bundled module find the files next to its source, and stack traces name sources. */
const placesOfSources = {
  name: 'places-of-sources',
  /** @param {string} code @param {string} id */
  transform(code, id) {
    // Functions, because a path may contain `$&` or another pattern of replacements.
    const placed = code
      .replaceAll('import.meta.dirname', () => JSON.stringify(dirname(id)))
      .replaceAll('import.meta.url', () => JSON.stringify(pathToFileURL(id).href));
    const isEntry = Object.values(entries).includes(id);
    const traces = JSON.stringify(fromRoot('server', 'src', 'process', 'source-traces.ts'));
    // On the first line, so that all lines keep their numbers.
    const whole = isEntry ? `import ${traces}; ${placed}` : placed;
    return whole === code ? null : { code: whole, map: null };
  },
};

/**
 * Returns the same code in ASCII. One character beyond Latin-1 would double a text's memory in the running server.
 * @param {string} code
 */
const inAscii = (code) =>
  code.replace(
    /(\\*)([^\0-\x7f])/g,
    (_, /** @type {string} */ slashes, /** @type {string} */ character) =>
      // A character that is escaped without need loses that escape.
      `${slashes.slice(slashes.length % 2)}\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * Returns the source and line of each line of a chunk, as two numbers of 32 bits for source-traces.ts.
 * @param {import('rolldown').SourceMap} map @param {number} count of the chunk's lines
 */
function linesOf(map, count) {
  const found = new SourceMap(/** @type {any} */ (map));
  const index = new Map(map.sources.map((source, at) => [source, at]));
  const lines = new Uint32Array(2 * count);
  for (let line = 0; line < count; line += 1) {
    const entry = found.findEntry(line, Number.MAX_SAFE_INTEGER);
    if (!('originalSource' in entry)) continue;
    lines.set([index.get(entry.originalSource) ?? 0, entry.originalLine + 1], 2 * line);
  }
  return lines;
}

/**
 * Flushes the files before the folder gets its name, so that a power loss leaves no bundle with empty files.
 * @param {string} file @param {string | Uint32Array} content
 */
const write = (file, content) => writeFile(file, content, { flush: true });

/** @param {string} draft @param {import('rolldown').OutputChunk} chunk */
async function writeChunk(draft, { fileName, code, map }) {
  const file = join(draft, fileName);
  await write(file, inAscii(code));
  if (!map) return;
  const sources = map.sources.map((source) => resolve(draft, source));
  await write(`${file}.sources`, JSON.stringify(sources));
  await write(`${file}.lines`, linesOf(map, code.split('\n').length));
}

/** @param {string} draft */
async function bundleInto(draft) {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    cwd: root,
    input: entries,
    platform: 'node',
    // Native code, which finds its own files, and an unused driver.
    external: ['@node-rs/bcrypt', 'pg-native'],
    plugins: [placesOfSources],
    resolve: { conditionNames: ['source', 'node', 'default'] },
    tsconfig: false,
    // It would also remove a call whose result is unused, such as a decodeURIComponent that may throw.
    treeshake: false,
    // A missing package would otherwise fail only in the running server.
    onLog: (level, log, handle) => handle(log.code === 'UNRESOLVED_IMPORT' ? 'error' : level, log),
  });
  const { output } = await bundle.generate({
    dir: draft,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    comments: false,
    // By default this removes the same calls.
    minify: false,
    sourcemap: true,
  });
  mkdirSync(draft, { recursive: true });
  const chunks = output.filter((part) => part.type === 'chunk');
  // In parallel, because simultaneous flushes share one disk operation. All end before the draft is removed.
  const written = await Promise.allSettled(chunks.map((chunk) => writeChunk(draft, chunk)));
  for (const { reason } of written.filter(({ status }) => status === 'rejected')) throw reason;
  await bundle.close();
}

/** Milliseconds after which a draft belongs to a bundler that was killed. */
const ABANDONED_MS = 3_600_000;

/** @param {string} folder of the bundles */
function removeOld(folder) {
  const all = readdirSync(folder)
    .map((name) => ({ name, made: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .toSorted((one, other) => other.made - one.made);
  const old = all.filter(({ name }) => /^[0-9a-f]{16}$/.test(name)).slice(EARLIER_KEPT + 1);
  for (const { name } of old) {
    attempt(() => {
      // Renamed first, because a partly removed folder would look like a bundle.
      renameSync(join(folder, name), join(folder, `${name}.old`));
      rmSync(join(folder, `${name}.old`), { recursive: true });
    });
  }
  const left = all.filter(
    ({ name, made }) => name.endsWith('.old') || (name.endsWith('.new') && made < Date.now() - ABANDONED_MS),
  );
  // Versions before 0.2 kept the code that Node had compiled here.
  const compiled = fromRoot('.cache', 'compile');
  for (const path of [compiled, ...left.map(({ name }) => join(folder, name))])
    attempt(() => rmSync(path, { recursive: true, force: true }));
}

/** Ignores folders of another user or in use. They are removed the next time. @param {() => void} remove */
function attempt(remove) {
  try {
    remove();
  } catch {}
}

/**
 * Prints the bundler's findings, which name file and line, without the bundler's stack trace, or the missing package.
 * @param {any} error
 */
async function printReason(error) {
  const missing = /Cannot find package '([^']+)'|Could not resolve '([^'./][^']*)' in/.exec(error.message);
  if (missing)
    return console.error(
      `The package ${missing[1] ?? missing[2]} is missing: remove node_modules, then start again.`,
    );
  if (error.errors) {
    const { isTTY } = process.stderr;
    return console.error(isTTY ? error.message : stripVTControlCharacters(error.message));
  }
  await printFailure(error);
}

// Written under another name until it is complete, because two starts may write it at once.
const draft = join(dirname(target), `${basename(target)}.${process.pid}.new`);
try {
  await bundleInto(draft);
  try {
    renameSync(draft, target);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(/** @type {any} */ (error).code)) throw error;
  }
  removeOld(dirname(target));
} catch (error) {
  await printReason(error);
  process.exitCode = 1;
} finally {
  rmSync(draft, { recursive: true, force: true });
}

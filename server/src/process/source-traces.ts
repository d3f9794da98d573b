// Imported for its effect by the entries of a bundle: stack traces name the sources that the bundle was made of.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the chunks. The bundler keeps this name and replaces `import.meta.dirname`. */
const bundle = dirname(import.meta.filename);

/** A source's index and a line, in 32 bits each. */
const ENTRY_BYTES = 8;

/** The sources of each chunk that a trace has named. */
const sourcesByChunk = new Map<string, readonly string[]>();

function sourcesOf(chunk: string): readonly string[] {
  const known = sourcesByChunk.get(chunk) ?? JSON.parse(readFileSync(`${chunk}.sources`, 'utf8'));
  sourcesByChunk.set(chunk, known);
  return known;
}

/** Returns the origin of a chunk's line as `/path/of/source.ts:12`, or null outside the bundle. */
function sourceOf(url: string | null, line: number | null): string | null {
  if (!url?.startsWith('file:') || line === null) return null;
  const chunk = fileURLToPath(url);
  if (dirname(chunk) !== bundle) return null;
  const entry = Buffer.alloc(ENTRY_BYTES);
  const file = openSync(`${chunk}.lines`, 'r');
  try {
    readSync(file, entry, 0, ENTRY_BYTES, (line - 1) * ENTRY_BYTES);
  } finally {
    closeSync(file);
  }
  const [source, sourceLine] = [sourcesOf(chunk)[entry.readUInt32LE(0)], entry.readUInt32LE(4)];
  return source && sourceLine > 0 ? `${source}:${sourceLine}` : null;
}

/** A frame as Node prints it, at its source where that is known. */
function frame(site: NodeJS.CallSite): string {
  const [url, line] = [site.getScriptNameOrSourceURL(), site.getLineNumber()];
  try {
    const source = sourceOf(url, line);
    return source ? `${site}`.replace(`${url}:${line}:${site.getColumnNumber()}`, () => source) : `${site}`;
  } catch {
    return `${site}`;
  }
}

// Called when a stack is first read, and for no error besides.
Error.prepareStackTrace = (error, sites) =>
  [Error.prototype.toString.call(error), ...sites.map((site) => `    at ${frame(site)}`)].join('\n');

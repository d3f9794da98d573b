import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, YAMLParseError } from 'yaml';
import type { z } from 'zod';
import { contentFiles, type ContentName } from './files.ts';
import { sentences } from './sentences.ts';

export type Content<Name extends ContentName> = z.infer<(typeof contentFiles)[Name]['shape']>;

/** The mistakes in one file, a sentence each. */
export class ContentError extends Error {
  override name = 'ContentError';
}

function parseFile(folder: string, file: string): unknown {
  try {
    return parse(readFileSync(join(folder, file), 'utf8'));
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    const line = error.linePos?.[0].line;
    throw new ContentError(`${file}: line ${line} cannot be read: ${error.message.split(' at line')[0]}.`);
  }
}

/** The field of brand.yaml that a text names in braces. */
function named(brand: unknown, path: string, file: string): string {
  const value = path
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], brand);
  if (typeof value === 'string') return value;
  throw new ContentError(`${file}: {${path}} names a field that brand.yaml does not have.`);
}

/** Puts the brand's words where a text names them: `{name}`, `{email.contact}`. */
function fill(value: unknown, brand: unknown, file: string): unknown {
  if (typeof value === 'string') {
    return value.replace(/\{([a-zA-Z.]+)\}/g, (_, path: string) => named(brand, path, file));
  }
  if (Array.isArray(value)) return value.map((part) => fill(part, brand, file));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fill(part, brand, file)]));
}

/**
 * Reads one file of text, puts in what it takes from brand.yaml, and holds it to its schema.
 * @param folder src/content
 * @param name which of the files
 * @throws ContentError with a sentence for each mistake
 */
export function readContent<Name extends ContentName>(folder: string, name: Name): Content<Name> {
  const { file, shape } = contentFiles[name];
  const written = parseFile(folder, file);
  const filled = name === 'brand' ? written : fill(written, parseFile(folder, 'brand.yaml'), file);
  const { data, error } = shape.safeParse(filled, { reportInput: true });
  if (error) throw new ContentError(sentences(file, error.issues).join('\n'));
  return data as Content<Name>;
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from './program.ts';

const root = join(import.meta.dirname, '../../..');

const bundler = join(root, 'scripts/lib/server-bundle.mjs');

/** The compile cache of programs that run from their sources. */
export const sourcesCompiled = { NODE_COMPILE_CACHE: join(root, '.cache/compiled-tests') };

/** The same as in `scripts/lib/server-bundle.mjs`. */
export interface Programs {
  readonly folder: string;
  readonly sources: readonly string[];
  readonly entries: Readonly<Record<string, string>>;
}

const bundles = new Map<string, Promise<string>>();

/** Returns the folder of the programs, by default the product's as `npm start` runs them, bundled again after a change. */
export function bundleOf(programs?: Programs): Promise<string> {
  const name = programs?.folder ?? '';
  const bundle = bundles.get(name) ?? make(programs);
  bundles.set(name, bundle);
  return bundle;
}

async function make(programs?: Programs): Promise<string> {
  const scripts = (await import(bundler)) as {
    bundledServer(programs?: Programs): Promise<string>;
  };
  return scripts.bundledServer(programs);
}

/**
 * Returns how to run a program. From its sources a start takes a second of a processor longer, so only a server without
 * the repository around it does so.
 */
export async function bundledProgram(name: string, programs?: Programs): Promise<Command> {
  const source = programs?.entries[name];
  if (source && !existsSync(bundler))
    return { args: ['--conditions=source', join(root, source)], env: sourcesCompiled };
  const bundle = await bundleOf(programs);
  return {
    args: ['--enable-source-maps', join(bundle, `${name}.mjs`)],
    env: { NODE_COMPILE_CACHE: join(bundle, 'compiled') },
  };
}

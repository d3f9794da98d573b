import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { sourcesCompiled } from '@solostead/server-testkit/servers/bundle';
import type { Command } from '@solostead/server-testkit/servers/program';

const root = join(import.meta.dirname, '../../..');

/** The parts of the migrations that checks read, and what the programs of the lab need. The server is the repository's. */
const PARTS = ['scripts', 'supabase', 'lab', 'server/src/database/platform', 'package.json'];

/** Copies the project without its packages into a new folder, so that a test may change its migrations. */
export function copyProject(): string {
  const project = newFolder();
  for (const part of PARTS) cpSync(join(root, part), join(project, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
  return project;
}

/** Returns a program of a copy, which runs from its sources. */
export const programOf = (project: string, name: 'main' | 'cli'): Command => ({
  args: ['--conditions=source', join(project, `lab/src/${name}.ts`)],
  env: sourcesCompiled,
});

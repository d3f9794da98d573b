import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { findDeno } from '../unsupported.ts';

/** Makes a project that has installed Deno, until the file's tests are over. `reason` says why it has none. */
export function denoProject(sources: Readonly<Record<string, string>> = {}) {
  const project = newFolder(afterAll);
  const supabaseDir = join(project, 'supabase');
  const functions = join(supabaseDir, 'functions');
  mkdirSync(functions, { recursive: true });
  for (const [name, source] of Object.entries(sources)) {
    mkdirSync(join(functions, name));
    writeFileSync(join(functions, name, 'index.ts'), source);
  }
  return { project, supabaseDir, functions, reason: install(project, functions) };
}

/** Returns the reason why Deno cannot be installed here, or null. */
function install(project: string, functions: string): string | null {
  writeFileSync(join(project, 'package.json'), '{}');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  try {
    execFileSync('npm', ['install', ...flags, 'deno@2.9.6'], { cwd: project, stdio: 'ignore' });
    return findDeno(functions) === null ? 'no Deno for this machine' : null;
  } catch {
    return 'the registry of npm is not reachable';
  }
}

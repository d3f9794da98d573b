import { execFile } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { npmFolder } from '../support/npm-folder.ts';
import { node, startProgram } from '../support/program.ts';

export const nextPackages = {
  'create-next-app': '16.4.3',
  next: '16.4.3',
  react: '19.3.0',
  'react-dom': '19.3.0',
} as const;

/**
 * Builds and serves the JavaScript project that `create-next-app` writes by default. Its two fonts would come from
 * Google at build, so it gets the layout of the empty template, with the system's fonts, which are faster.
 */
export async function startNextTemplate(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = npmFolder('next', nextPackages);
  const cli = join(folder, 'node_modules/next/dist/bin/next');
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
  } as const;
  place(folder);
  await promisify(execFile)(node, [cli, 'build'], { cwd: folder, env, timeout: 240_000 }).catch(
    ({ stderr, stdout, message }: Error & { stderr?: string; stdout?: string }) => {
      throw new Error(`next build failed: ${(stderr || stdout || message).trim()}`);
    },
  );
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}/`;
  const args = [cli, 'start', '--hostname', '127.0.0.1', '--port', port];
  const { stop } = await startProgram(args, { cwd: folder, env }, url, {});
  return { url, stop };
}

function place(folder: string): void {
  const templates = join(folder, 'node_modules/create-next-app/dist/templates');
  for (const old of ['app', '.next']) rmSync(join(folder, old), { recursive: true, force: true });
  for (const part of ['app', 'public', 'next.config.mjs', 'jsconfig.json']) {
    cpSync(join(templates, 'app/js', part), join(folder, part), { recursive: true });
  }
  const layout = readFileSync(join(templates, 'app-empty/js/app/layout.js'), 'utf8');
  writeFileSync(join(folder, 'app/layout.js'), `import "./globals.css";\n${layout}`);
}

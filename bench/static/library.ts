import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../../tests/harness/servers/free-port.ts';

/** A process of its own that serves a built site by a library. */
export async function startLibrary(
  library: string,
  siteDir: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const program = join(import.meta.dirname, 'serve-library.ts');
  const child = spawn(process.execPath, [program, library, siteDir, String(port)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  while (child.exitCode === null && !(await fetch(url).catch(() => null))?.ok);
  if (child.exitCode !== null) throw new Error(`${library} ended with ${child.exitCode}`);
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { url, stop };
}

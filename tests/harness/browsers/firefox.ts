import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { puppeteerCore } from '@solostead/server-testkit/tools';

/**
 * One tab of Firefox, the part of Puppeteer's page that a visitor needs. Puppeteer is fetched, so its types are not
 * available.
 */
export interface Tab {
  goto(url: string): Promise<unknown>;
  /** Waits until what the selector finds is there, visible, still and enabled. */
  locator(selector: string): { click(): Promise<void>; fill(text: string): Promise<void> };
  /** Runs `work` with the first element that the selector finds. */
  $eval(selector: string, work: (element: Element) => void): Promise<void>;
  /** Evaluates an expression. */
  evaluate<Answer>(expression: string): Promise<Answer>;
  waitForFunction<Passed extends unknown[]>(
    asks: (...parameters: Passed) => unknown,
    options: object,
    ...parameters: Passed
  ): Promise<unknown>;
  setDefaultTimeout(milliseconds: number): void;
  setViewport(size: { readonly width: number; readonly height: number }): Promise<void>;
}

export interface Firefox {
  newPage(): Promise<Tab>;
  stop(): Promise<void>;
}

const installed = () =>
  ['firefox-esr', 'firefox'].find((name) => spawnSync(name, ['--version']).status === 0) ?? null;

function firefoxFromDebian(): string | null {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return null;
  const apt = (...args: string[]) => spawnSync('apt-get', args, { stdio: 'ignore', timeout: 240_000 });
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', 'firefox-esr');
  return installed();
}

/**
 * Starts the usual Firefox over WebDriver BiDi, because Playwright only drives its own build. Returns null where none
 * is installed or can be (not root, not Debian, no network), and where none starts.
 */
export async function startFirefox(): Promise<Firefox | null> {
  const program = installed() ?? firefoxFromDebian();
  const library = program && (await puppeteerCore().catch(() => null));
  if (!library) return null;
  const { default: puppeteer } = (await import(library)) as {
    default: { launch(options: object): Promise<{ newPage(): Promise<Tab>; close(): Promise<void> }> };
  };
  // Firefox started by root wants a home that is root's.
  const home = mkdtempSync(join(tmpdir(), 'solostead-firefox-'));
  const browser = await puppeteer
    .launch({
      browser: 'firefox',
      executablePath: spawnSync('which', [program]).stdout.toString().trim(),
      headless: true,
      timeout: 90_000,
      protocolTimeout: 120_000,
      env: { ...process.env, HOME: home, MOZ_CRASHREPORTER_DISABLE: '1' },
    })
    .catch((error: unknown) => {
      console.warn(`Firefox is installed and does not start here: ${String(error)}`);
      return null;
    });
  if (!browser) return null;
  return {
    newPage: () => browser.newPage(),
    stop: async () => {
      await browser.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

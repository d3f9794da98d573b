import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { eventually } from '@solostead/server-testkit/servers/processes';
import { spawnWithUs } from '@solostead/server-testkit/servers/end-with-us';

/** One window of WebKit, the part of WebDriver that a visitor needs. */
export interface Window {
  goto(url: string): Promise<void>;
  /** Runs `body` as a function's body, with `given` as its `arguments`, and returns what it returns. */
  run<Answer>(body: string, ...parameters: unknown[]): Promise<Answer>;
  /** A picture of the window as PNG in base64. Those of elements are black in WebKitGTK. */
  picture(): Promise<string>;
  /** Clicks like a person and waits for nothing. */
  click(selector: string): Promise<void>;
  /** Types into a field. */
  type(selector: string, text: string): Promise<void>;
}

export interface WebKit {
  window: Window;
  stop(): Promise<void>;
}

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const isInstalled = (name: string) => spawnSync('which', [name]).status === 0;

/** Xvfb chooses a free display and names it on its third file. */
async function startDisplay(): Promise<[ChildProcess, string]> {
  const screen = spawnWithUs('Xvfb', ['-displayfd', '3', '-screen', '0', '1350x1000x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [display] = (await once(createInterface(screen.stdio[3] as NodeJS.ReadableStream), 'line')) as [
    string,
  ];
  return [screen, `:${display}`];
}

type Call = <Value>(method: string, path: string, body?: object) => Promise<Value>;

const callsTo =
  (origin: string): Call =>
  async <Value>(method: string, path: string, body?: object) => {
    const answer = await fetch(`${origin}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await answer.json()) as { value: Value & { message?: string } };
    if (!answer.ok) throw new Error(`WebDriver refused ${method} ${path}: ${value.message}`);
    return value;
  };

function windowOf(call: Call, session: string): Window {
  const on = <Value>(path: string, body?: object) =>
    call<Value>(body ? 'POST' : 'GET', `/session/${session}/${path}`, body);
  const find = async (value: string) =>
    (await on<Record<string, string>>('element', { using: 'css selector', value }))[ELEMENT]!;
  return {
    goto: (url) => on('url', { url }),
    run: (script, ...args) => on('execute/sync', { script, args }),
    picture: () => on('screenshot'),
    click: async (selector) => on(`element/${await find(selector)}/click`, {}),
    type: async (selector, text) => on(`element/${await find(selector)}/value`, { text }),
  };
}

/**
 * Starts WebKitGTK, the engine of Safari, over WebDriver in a separate display. Returns null where Debian's
 * `webkit2gtk-driver` or `xvfb` is not installed, and where it does not start.
 */
export async function startWebKit(): Promise<WebKit | null> {
  if (!['WebKitWebDriver', 'Xvfb'].every(isInstalled)) return null;
  const [screen, display] = await startDisplay();
  const port = await freePort();
  const driver = spawnWithUs('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
  });
  const end = () => [driver, screen].forEach((program) => program.kill());
  const call = callsTo(`http://127.0.0.1:${port}`);
  try {
    await eventually(async () => (await call('GET', '/status').catch(() => null)) !== null);
    const { sessionId } = await call<{ sessionId: string }>('POST', '/session', { capabilities: {} });
    // The figure's numbers are in view.
    await call('POST', `/session/${sessionId}/window/rect`, { x: 0, y: 0, width: 1350, height: 1000 });
    return {
      window: windowOf(call, sessionId),
      stop: async () => {
        await call('DELETE', `/session/${sessionId}`).catch(() => null);
        end();
      },
    };
  } catch (error) {
    console.warn(`WebKit is installed and does not start here: ${String(error)}`);
    end();
    return null;
  }
}

import type { Statement } from './database.ts';

const texts = new Map<string, string>();

/** Returns one statement that applies `settings` in order for the rest of the transaction, or null without any. */
export function settingsStatement(settings: Readonly<Record<string, string>>): Statement | null {
  const names = Object.keys(settings);
  if (names.length === 0) return null;
  const key = names.join();
  let text = texts.get(key);
  if (!text) {
    text = `select ${names.map((name, index) => `set_config('${quoted(name)}', $${index + 1}, true)`).join(', ')}`;
    texts.set(key, text);
  }
  return { name: `settings:${key}`, text, values: Object.values(settings) };
}

function quoted(name: string): string {
  if (/^[a-z_]+(\.[a-z_][a-z0-9_]*)*$/.test(name)) return name;
  throw new TypeError(`${name} is not the name of a setting`);
}

import { readFileSync } from 'node:fs';
import process from 'node:process';
import ipaddr from 'ipaddr.js';

interface Place {
  readonly address: string;
  readonly family: number;
  readonly port: number;
}

/** The targets of names in tests, local ports that are otherwise refused. */
export interface TestAddresses {
  readonly places: ReadonlyMap<string, Place>;
  /** The PEM of the certificate authority for them only. Null for the usual ones. */
  readonly ca: string | null;
}

/**
 * Parses WEBHOOK_TEST_ADDRESSES, `NAME=ADDRESS:PORT` separated by commas, such as `hooks.example=127.0.0.1:4433`.
 * Returns null for another format or an address of another machine.
 */
export function parseTestAddresses(text: string): ReadonlyMap<string, Place> | null {
  const places = new Map<string, Place>();
  for (const entry of text.split(',').filter((part) => part.trim() !== '')) {
    const [, name, host = '', port] =
      /^\s*([a-z0-9.-]+)=(\[[0-9a-f:]+\]|[0-9.]+):(\d{1,5})\s*$/i.exec(entry) ?? [];
    const address = host.replace(/^\[|\]$/g, '');
    if (!name || !ipaddr.isValid(address)) return null;
    const parsed = ipaddr.parse(address);
    if (parsed.range() !== 'loopback' || Number(port) > 65_535) return null;
    places.set(name.toLowerCase(), { address, family: parsed.kind() === 'ipv4' ? 4 : 6, port: Number(port) });
  }
  return places;
}

/** The variables WEBHOOK_TEST_ADDRESSES and WEBHOOK_TEST_CA (a file) of a function's environment. */
export function readTestAddresses(): TestAddresses {
  const ca = process.env['WEBHOOK_TEST_CA'];
  return {
    places: parseTestAddresses(process.env['WEBHOOK_TEST_ADDRESSES'] ?? '') ?? new Map(),
    ca: ca ? readFileSync(ca, 'utf8') : null,
  };
}

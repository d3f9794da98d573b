import type { Server } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** An address as proxies write it, with or without a port, in brackets for IPv6, possibly with a zone. */
const WRITTEN = /^(?:(\d+\.\d+\.\d+\.\d+)(?::\d{1,5})?|\[([^\]]+)\](?::\d{1,5})?|([0-9a-f.:]+(?:%.+)?))$/i;

/** Longer than any address with port and zone. */
const MAX_LENGTH = 100;

function parse(text: string): Address | null {
  if (text.length > MAX_LENGTH) return null;
  const [, v4, bracketed, bare] = WRITTEN.exec(text.trim()) ?? [];
  if (v4) return ipaddr.IPv4.isValidFourPartDecimal(v4) ? ipaddr.IPv4.parse(v4) : null;
  const v6 = (bracketed ?? bare)?.split('%', 1)[0];
  if (!v6 || !ipaddr.IPv6.isValid(v6)) return null;
  const address = ipaddr.IPv6.parse(v6);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

const network = (address: Address, bits: number) =>
  `${ipaddr[address.kind() === 'ipv6' ? 'IPv6' : 'IPv4'].networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;

/** An address in canonical spelling, without port, brackets and zone, IPv4 where it is mapped, or null for none. */
export const plainAddress = (text: string): string | null => parse(text)?.toString() ?? null;

/** Returns true if an address is in one of the networks. A network without a prefix is one address. */
export function isWithin(text: string, networks: readonly string[]): boolean {
  const address = parse(text);
  return address !== null && networks.some((each) => contains(each, address));
}

function contains(text: string, address: Address): boolean {
  const [base = '', prefix] = text.split('/');
  const range = parse(base);
  if (range?.kind() !== address.kind()) return false;
  // A prefix written for the mapped form counts from the mapped form's beginning.
  const shift = range.kind() === 'ipv4' && base.includes(':') ? 96 : 0;
  const bits = prefix === undefined ? (range.kind() === 'ipv4' ? 32 : 128) : Number(prefix) - shift;
  return bits < 0 || address.match(range, bits);
}

/** Returns the key that rate limits use for a caller, an IPv4 address, or the /64 network of an IPv6 caller. */
export function networkOf(text: string): string {
  const address = parse(text);
  if (!address) return text;
  return address.kind() === 'ipv4' ? address.toString() : network(address, 64);
}

/** Returns the wider network around it, /24 for IPv4, /48 for IPv6, which may contain many callers. */
export function widerNetworkOf(text: string): string {
  const address = parse(text.split('/', 1)[0]!);
  return address ? network(address, address.kind() === 'ipv4' ? 24 : 48) : text;
}

/** Returns the local address of the server, for itself and its functions. */
export function ownUrl(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen yet.');
  // By number: a bare container may not know the name localhost.
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address.address] ?? address.address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

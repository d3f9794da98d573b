import ipaddr from 'ipaddr.js';

/** What is routed on the Internet at all (RFC 4291, IANA's registry): beyond it ipaddr.js takes what has no name for unicast. */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/**
 * Whether an IP address belongs to a machine on the open Internet: not to this machine, its network or its provider's, not
 * to a group, and not to another address in disguise (IPv4-mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(globalUnicast);
}

import ipaddr from 'ipaddr.js';

/** The range routed on the Internet (RFC 4291, IANA). Beyond it ipaddr.js reports unnamed ranges as unicast. */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/**
 * Returns true if an IP address belongs to a machine on the open Internet. It excludes this machine, its network or
 * its provider's, multicast, and addresses in disguise (IPv4-mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(globalUnicast);
}

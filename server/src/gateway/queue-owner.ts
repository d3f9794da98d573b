import { networkOf, widerNetworkOf } from './network.ts';
import type { QueueOwner } from '../queue/fair-queue.ts';
import type { Caller } from './caller.ts';

/** The key under which a queue counts a request. Requests with the secret key share one, whatever their address. */
export function queueOwner({ claims, address }: Pick<Caller, 'claims' | 'address'>): QueueOwner {
  if (claims.role === 'service_role') return { network: '', caller: '' };
  return { network: widerNetworkOf(address), caller: networkOf(address) };
}

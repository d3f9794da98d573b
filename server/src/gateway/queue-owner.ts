import { networkOf, widerNetworkOf } from '../network.ts';
import type { QueueOwner } from '../queue/fair-queue.ts';
import type { Caller } from './caller.ts';

/** Whom a queue counts a request by. Requests with the secret key are one owner, wherever they come from. */
export function queueOwner({ claims, address }: Pick<Caller, 'claims' | 'address'>): QueueOwner {
  if (claims.role === 'service_role') return { network: '', caller: '' };
  return { network: widerNetworkOf(address), caller: networkOf(address) };
}

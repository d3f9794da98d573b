import { setImmediate as nextTurn } from 'node:timers/promises';
import type { onRequestHookHandler } from 'fastify';
import { FairQueue } from '../queue/fair-queue.ts';
import { queueOwner } from './queue-owner.ts';

/** Requests of all networks that may begin in one turn of the event loop. */
const REQUESTS_PER_TURN = 64;
/** From this number of waiting requests on, a network pauses after each request for as long as that request took. */
const FLOOD_LENGTH = 4;

/**
 * Returns a hook that begins one request per network and turn of the event loop. A client with many connections waits
 * for its own turns and gets at most half of the processor. Other clients hardly notice, and no request is refused. Requests
 * with the secret key do not wait.
 */
export function admitInTurns(): onRequestHookHandler {
  const queue = new FairQueue({
    running: REQUESTS_PER_TURN,
    waiting: Infinity,
    perNetwork: { running: 1, waiting: Infinity },
    restFrom: FLOOD_LENGTH,
  });
  return ({ caller, raw }, _reply, done) => {
    if (caller.claims.role === 'service_role') return done();
    void queue.run(queueOwner(caller), () => {
      // A client that left while it waited costs nothing more.
      if (!raw.socket.destroyed) done();
      return nextTurn();
    });
  };
}

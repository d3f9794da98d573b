import type { onSendHookHandler } from 'fastify';

/** Closes the connection of a client that takes nothing of its answer for `timeoutMs`. Node restarts it. */
export const endUnread =
  (timeoutMs: number): onSendHookHandler =>
  (_request, { raw }, payload, done) => {
    raw.setTimeout(timeoutMs, () => {
      // An answer that is still being made keeps its connection.
      if (raw.socket !== null && raw.socket.writableLength > 0) raw.destroy();
    });
    done(null, payload);
  };

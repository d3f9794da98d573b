import type { onResponseHookHandler } from 'fastify';

/**
 * Logs one line per answer without query string, header, body or address, so it contains no secret and no personal
 * data.
 */
export const logRequest: onResponseHookHandler = (request, reply, done) => {
  const line = {
    method: request.method,
    path: request.url.split('?', 1)[0]!.slice(0, 200),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
  };
  // Probes ask every second or so.
  if (line.path.startsWith('/health/')) request.log.debug(line, 'request');
  else if (reply.statusCode >= 500) request.log.error(line, 'request');
  else request.log.info(line, 'request');
  done();
};

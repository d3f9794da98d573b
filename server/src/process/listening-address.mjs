// Plain JavaScript without packages: the scripts use it before anything is installed, under Node 20.
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Tries to listen at an address, and leaves it again.
 * @param {string} host
 * @param {number} port
 * @returns {Promise<string | null>} the sentence for the operator; null when a server can listen there
 */
export async function addressProblem(host, port) {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    return sentenceForListening(error, host, port);
  }
  server.close();
  await once(server, 'close');
  return null;
}

/**
 * The sentence for an error of a server that could not listen.
 * @param {unknown} error
 * @param {string} host
 * @param {number} port
 * @returns {string | null} null for an error that is not about the address
 */
export function sentenceForListening(error, host, port) {
  const wrongHost = `HOST is ${host}, which is no address of this machine: set it to 127.0.0.1 or 0.0.0.0.`;
  switch (/** @type {NodeJS.ErrnoException} */ (error).code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken: stop the program that uses it, or set PORT to another number.`;
    case 'EACCES':
      return `Port ${port} may not be used by this user: set PORT to a number above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return wrongHost;
    default:
      return null;
  }
}

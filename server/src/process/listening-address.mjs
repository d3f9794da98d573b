// Plain JavaScript without packages: the scripts use it before anything is installed, under Node 20.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Ports below need a right of the user, which only a try on that port shows. */
const FIRST_FREE_PORT = 1024;

/** The time a local program has to accept a connection. */
const CONNECT_TIMEOUT_MS = 1000;

/**
 * Returns whether a server can listen at an address. It does not listen there itself, because a proxy whose copy restarts
 * would connect, and its request would be reset.
 * @param {string} host
 * @param {number} port
 * @returns {Promise<string | null>} the sentence for the operator; null when a server can listen there
 */
export async function addressProblem(host, port) {
  const server = createServer();
  try {
    server.listen(port < FIRST_FREE_PORT ? port : 0, host);
    await once(server, 'listening');
  } catch (error) {
    return sentenceForListening(error, host, port);
  }
  server.close();
  await once(server, 'close');
  return (await isTaken(host, port)) ? sentenceForListening({ code: 'EADDRINUSE' }, host, port) : null;
}

/** @param {string} host @param {number} port @returns {Promise<boolean>} */
async function isTaken(host, port) {
  const socket = connect({ host, port, timeout: CONNECT_TIMEOUT_MS });
  socket.on('timeout', () => socket.destroy(new Error('No answer.')));
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
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

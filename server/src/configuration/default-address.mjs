// Plain JavaScript without packages: the scripts use it before anything is installed, under Node 20.

/** The address the server listens on without HOST and PORT. */
export const DEFAULT_HOST = '127.0.0.1';
export const DEFAULT_PORT = 3000;

// Plain JavaScript without packages: the scripts use it before anything is installed, under Node 20.

/** Where the server listens when HOST and PORT are not set. */
export const DEFAULT_HOST = '127.0.0.1';
export const DEFAULT_PORT = 3000;

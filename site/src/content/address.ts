/**
 * Returns a path's address for machines, absolute if the site was built with its public origin, otherwise the path
 * itself, which works at any address.
 */
export const addressOf = (path: string, site: URL | undefined): string =>
  site ? new URL(path, site).href : path;

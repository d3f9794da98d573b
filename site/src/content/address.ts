/**
 * Where a path of this site is found, for machines: absolute where the site was built with its public origin, else the
 * path itself, which is right at whatever address the page is read.
 */
export const addressOf = (path: string, site: URL | undefined): string =>
  site ? new URL(path, site).href : path;

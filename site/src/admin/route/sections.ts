/** The sections of the settings in the order of their links, named by `section` in the address. */
export const sections = [
  'you',
  'people',
  'templates',
  'intake',
  'terms',
  'scoring',
  'webhooks',
  'log',
] as const;
export type Section = (typeof sections)[number];

/** Sections that only owners may open. The others are read-only for members. */
export const ownersOnly: ReadonlySet<Section> = new Set(['scoring', 'webhooks', 'log']);

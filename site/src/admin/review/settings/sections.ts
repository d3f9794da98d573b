/** The parts of the settings, in the order of their links; `section` in the address names one. */
export const sections = [
  'people',
  'templates',
  'intake',
  'terms',
  'scoring',
  'webhooks',
  'log',
  'you',
] as const;
export type Section = (typeof sections)[number];

/** Sections that only owners may open; the others show everyone what holds, and owners change it. */
export const ownersOnly: ReadonlySet<Section> = new Set(['scoring', 'webhooks', 'log']);

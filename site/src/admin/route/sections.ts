/** The groups of the settings in the order of their links, each with its sections. */
export const sectionGroups = {
  you: ['you'],
  people: ['people'],
  mails: ['templates'],
  lab: ['intake', 'terms', 'scoring', 'webhooks', 'log'],
} as const;
export type SectionGroup = keyof typeof sectionGroups;

/** The sections of the settings, named by `section` in the address. */
export const sections = [
  ...sectionGroups.you,
  ...sectionGroups.people,
  ...sectionGroups.mails,
  ...sectionGroups.lab,
] as const;
export type Section = (typeof sections)[number];

/** Sections that only owners may open. The others are read-only for members. */
export const ownersOnly: ReadonlySet<Section> = new Set(['scoring', 'webhooks', 'log']);

/** The rights of each level of access. */
export const accessTexts = {
  owner: 'Owner: people, templates and settings, and all below',
  reviewer: 'Reviewer: moves, notes, tags, ratings, emails',
  reader: 'Reader: reads and exports',
} as const;

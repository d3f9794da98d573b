/** A part of a page whose script failed, and a tab that is older than the site. */
export const errorWords = {
  lost: 'This part could not be loaded.',
  kept: 'It is asked for again; what you typed is kept.',
  broken: 'Something went wrong in this part.',
  again: 'Try again',
  newer: { title: 'A new version is here.', text: 'What you were writing is kept.', reload: 'Reload' },
} as const;

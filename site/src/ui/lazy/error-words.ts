/** A part of a page that failed. */
export const errorWords = {
  lost: 'This part could not be loaded.',
  saved: 'What you typed is kept.',
  broken: 'Something went wrong in this part.',
  reload: 'Reload',
} as const;

/** The words of reading a list one by one; `{…}` are filled in by the screens. */
export const reviewTriage = {
  triage: {
    label: 'Reading one by one',
    read: 'Read {count}',
    readOne: 'Read 1',
    place: '{number} of {total}',
    leave: 'Back to the list',
    unconfirmed: 'Email not confirmed',
    moves: {
      declined: 'Decline',
      interview: 'Interview',
      accepted: 'Accept',
      in_review: 'In review',
      withdrawn: 'Withdrawn',
    },
    next: 'Next: {criterion}',
    score: '{criterion}: {score}, {anchor}',
    over: {
      title: 'All read',
      text: 'That was the last one. What you moved is saved as it is sent; u takes the last move back.',
    },
    nothing: { title: 'Nothing to read', text: 'No application fits this search and these filters.' },
  },
} as const;

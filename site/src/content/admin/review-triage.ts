/** The words of reading a list one by one. The screens fill in `{…}`. */
export const reviewTriage = {
  triage: {
    label: 'Reading one by one',
    read: 'Read {count}',
    readOne: 'Read 1',
    place: '{number} of {total}',
    /** Of an application to which a link leads, further down in the view than was looked, or not in it. */
    further: 'Not among the first {loaded} of {total}',
    /** Of one that the view does not hold, or no longer. */
    elsewhere: 'Not in this view',
    leave: 'Back to the list',
    unconfirmed: 'Email not confirmed',
    moves: {
      declined: 'Decline',
      interview: 'Interview',
      accepted: 'Accept',
      in_review: 'In review',
      withdrawn: 'Withdrawn',
    },
    /** The refusal of a move from a closed application. {ways} lists the possible moves. */
    closed: 'It is {from} and so closed. From there it can go to {ways}.',
    closedForGood: 'It is {from} and so closed: no move leads out of it.',
    next: 'Next: {criterion}',
    score: '{criterion}: {score}, {anchor}',
    over: {
      title: 'All read',
      text: 'That was the last one. Undo (Ctrl Z) takes the last move back.',
    },
    nothing: { title: 'Nothing to read', text: 'No application fits this search and these filters.' },
  },
} as const;

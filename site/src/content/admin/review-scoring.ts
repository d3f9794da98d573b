/** The words of scorecards, around an application and in the settings. */
export const reviewScoring = {
  scorecard: {
    hidden:
      'You see what others scored and wrote once your own scores are complete: {given} of {needed} given.',
    hiddenToReaders: 'What others scored and wrote is hidden: only reviewers see it, once they have scored.',
  },
  scoring: {
    title: 'Scoring',
    text: 'What reviewers score, in this order, from 1 to 5. Each step has a name, so that a 3 means the same to all.',
    hides: 'Hide others’ scores and notes until one’s own are complete',
    hidesText:
      'A reviewer sees what others think of an application once every criterion has their score and yes or no is said, owners too. Until then there are no names, no notes, no averages, and the list has no order by rating. Readers, who give no scores, see none.',
    criterion: 'Name of criterion {place}',
    anchor: 'Step {score} of {criterion}',
    newCriterion: 'the new criterion',
    steps: 'Steps',
    up: 'Move {criterion} up',
    down: 'Move {criterion} down',
    upShort: 'Up',
    downShort: 'Down',
    retire: 'Retire',
    retireLabel: 'Retire {criterion}',
    retireText: 'Scores that were given stay.',
    retired: 'No longer asked',
    restore: 'Ask again',
    restoreLabel: 'Ask again for {criterion}',
    add: 'Add a criterion',
    most: 'Eight criteria are the most.',
    anchors: ['No evidence', 'Weak', 'Solid', 'Strong', 'Outstanding'],
    saved: 'Scoring saved',
    unsaved: 'Not saved yet.',
    conflict: 'Someone else saved another scoring since you opened it. Save again to replace theirs.',
    takeTheirs: 'Discard mine',
  },
};

/** The words about mails with decisions. The screens fill in `{…}`. */
export const reviewTelling = {
  telling: {
    /** The line on every screen while the member's own mails wait for less than a minute. */
    leavingLabel: 'Mails that leave soon',
    leaving: '{count} mails leave in {seconds} s',
    leavingOne: '1 mail leaves in {seconds} s',
    stopAll: 'Stop all',
    allStopped: 'Mails stopped: {count}',
    allStoppedText: 'The decisions stay, and are marked as not told yet.',
    marks: { mailed: 'mailed', unconfirmed: 'address not confirmed', bounced: 'address bounces' },
    unconfirmedMark: 'This address is not confirmed.',
    delays: { soon: 'In 30 seconds', morning: 'Tomorrow at 9:00 ({zone})' },
  },
  reminders: {
    title: 'Mails to you',
    text: 'A digest comes at nine in the lab’s time zone, {zone}: counts and links, no names. Nothing comes when there is nothing to tell.',
    digest: 'Digest',
    digests: { daily: 'Every day', weekly: 'Every Monday', never: 'Never' },
    mails_mentions: 'When someone mentions me in a note',
    mails_assignments: 'When someone assigns an application to me',
    saved: 'Saved',
  },
  mailing: {
    title: 'When mails leave',
    text: 'A move to Interview, Accepted or Declined mails the applicant, unless one says no.',
    zone: 'Time zone of the lab',
    zoneHint: 'As in Europe/Berlin. Mornings and digests go by its clocks.',
    delay: 'Unless one chooses otherwise',
    delays: { soon: '30 seconds after the move', morning: 'The next day at 9:00' },
    saved: 'Saved',
    conflict: 'Someone else changed this since you opened it. What holds is shown; change it again.',
  },
} as const;

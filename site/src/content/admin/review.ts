import { accessNames, statusNames } from '../../admin/review/kernel/names.ts';
import { reviewApplication } from './review-application.ts';
import { reviewCommands } from './review-commands.ts';
import { reviewList } from './review-list.ts';
import { reviewScoring } from './review-scoring.ts';
import { reviewSettings } from './review-settings.ts';
import { reviewTelling } from './review-telling.ts';
import { reviewTriage } from './review-triage.ts';
import { reviewWebhooks } from './review-webhooks.ts';

/** Every word of the review workspace, handed in as props by the admin page. `{…}` are filled in by the screens. */
export const review = {
  ...reviewApplication,
  ...reviewCommands,
  ...reviewList,
  ...reviewScoring,
  ...reviewSettings,
  ...reviewTelling,
  ...reviewTriage,
  ...reviewWebhooks,
  title: 'Applications',
  screensLabel: 'Screens of the review',
  screens: { list: 'List', triage: 'Read', board: 'Board', numbers: 'Numbers', settings: 'Settings' },
  statuses: statusNames,
  accesses: accessNames,
  bounce: {
    short: 'Mail bounces',
  },
  you: {
    title: 'You',
    text: 'What you set here is yours alone.',
    booking: 'Booking link',
    bookingHint: 'Where applicants choose a time with you. {{booking}} in a mail you send stands for it.',
    saved: 'Booking link saved',
    cleared: 'Booking link removed',
  },
  retry: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  saving: 'Saving…',
  someone: 'Someone',
  secondFactor: {
    title: 'A second factor is required',
    text: 'The lab asks everyone here for a second factor. Please add one to your account; from then on, signing in asks for it.',
    way: 'Go to your account',
  },
  errors: {
    offline: {
      title: 'No answer',
      text: 'The connection was lost. This may or may not have been saved; the page shows what is stored.',
    },
    'signed-out': { title: 'Signed out', text: 'Please sign in again.' },
    forbidden: { title: 'Not allowed', text: 'You may not open this.' },
    conflict: { title: 'Someone was quicker', text: 'This has changed since you opened it.' },
    gone: { title: 'No longer there', text: 'It was deleted in the meantime.' },
    refused: { title: 'Not done', text: '' },
    failed: { title: 'Something went wrong', text: 'Please try again in a moment.' },
  },
  exporting: {
    open: 'Export',
    title: 'Export {count}',
    text: 'The applications of this view, newest first, with your permissions.',
    format: 'Format',
    csv: 'CSV for spreadsheets',
    json: 'JSON, one array',
    start: 'Export {count}',
    progress: '{done} of {total}',
    /** Shown while the total is unknown. */
    progressUncounted: '{done} so far',
    stop: 'Stop',
    stopped: 'Export stopped; no file was kept',
    done: '{count} applications exported',
    doneOne: '1 application exported',
    paused: 'No answer after {count}. What is written so far is kept.',
    goOn: 'Go on',
  },
  numbers: {
    spans: { 30: '30 days', 90: '90 days', 365: '1 year' },
  },
  people: {
    title: 'People',
    columns: {
      name: 'Name',
      access: 'Access',
      factor: 'Second factor',
      last: 'Last sign-in',
      actions: 'Actions',
    },
    you: 'you',
    invited: 'Has not signed in yet',
    factorYes: 'Yes',
    factorNo: 'No',
    never: 'Never',
    accessOf: 'Access of {email}',
    remove: 'Remove',
    removeOf: 'Remove {email}',
    removeTitle: 'Remove {email}?',
    removeText: 'They are signed out everywhere at once. What they wrote stays.',
    removed: '{email} is out',
    changed: '{email} is now {access}',
    invite: 'Invite someone',
    inviteEmail: 'Email',
    inviteName: 'Name (optional)',
    inviteAccess: 'Access',
    inviteSubmit: 'Send invitation',
    inviting: 'Sending…',
    inviteDone: 'Invitation sent to {email}',
    explain: {
      owner: 'Owner: people, templates and settings, and all below',
      reviewer: 'Reviewer: moves, notes, tags, ratings, mails',
      reader: 'Reader: reads and exports',
    },
    factor: 'Require a second factor of everyone',
    factorText: 'People without one must set it up before they see applications.',
    factorOn: 'A second factor is now required',
    factorOff: 'A second factor is no longer required',
    onlyOwners: 'Only owners change who is here.',
    templates: 'Mail templates',
    templatesText:
      'The words a move to this status suggests; each mail can still be changed before it is sent.',
    templateSaved: 'Template saved',
    templateConflict: 'Someone saved another version while you were writing. Save again to replace theirs.',
    templateTakeTheirs: 'Discard mine',
  },
  keys: {
    open: 'Keyboard shortcuts',
    title: 'Keyboard shortcuts',
    enabled: 'Single-key shortcuts are on',
    dropped: 'The page did not answer in time, so the last keys were not carried out.',
  },
} as const;

type Words<Value> = Value extends string ? string : { readonly [Key in keyof Value]: Words<Value[Key]> };
export type ReviewCopy = Words<typeof review>;

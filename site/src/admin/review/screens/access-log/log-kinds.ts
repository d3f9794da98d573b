interface LogGroup {
  readonly name: string;
  readonly label: string;
  /** The sentence of each kind, in which `say-entry.ts` replaces `{…}`. */
  readonly kinds: Readonly<Record<string, string>>;
}

/** The kinds of entries in groups to filter by. A kind without a group appears only under Everything. */
export const logGroups: readonly LogGroup[] = [
  {
    name: 'opened',
    label: 'Opened',
    kinds: { opened: 'Opened', read_ahead: 'Handed to the screen before it was shown' },
  },
  {
    name: 'exports',
    label: 'Exports',
    kinds: {
      export_started: 'Began an export',
      export_ended: 'Ended an export; applications: {rows}',
      export_stopped: 'Stopped an export; applications handed out: {rows}',
      log_exported: 'Exported this log',
    },
  },
  {
    name: 'changes',
    label: 'Changes of applications',
    kinds: {
      moved: 'Moved',
      assigned: 'Changed the assignee',
      tagged: 'Changed tags',
      rated: 'Changed a rating',
      noted: 'Wrote a note',
      note_edited: 'Edited a note',
      note_removed: 'Removed a note',
      mailed: 'Mailed the applicant',
      mail_cancelled: 'Stopped a mail',
      mail_retried: 'Had a mail tried again',
      undone: 'Took a change back',
      confirmation_resent: 'Sent the confirmation again',
      applicant: 'The applicant changed something on their page',
    },
  },
  {
    name: 'requests',
    label: 'Data requests and erasures',
    kinds: {
      data_downloaded: 'Downloaded everything held about the applicant',
      erased: 'Erased for good',
    },
  },
  {
    name: 'lab',
    label: 'People and settings',
    kinds: {
      member_added: 'Added {member} as {to}',
      access_changed: 'Made {member} {to}, until then {from}',
      member_removed: 'Removed {member}',
      template_changed: 'Changed the mail template for {status}',
      settings_changed: 'Changed {changed}',
      webhook_added: 'Added a webhook to {host}',
      webhook_changed: 'Changed the webhook to {host}',
      webhook_secret_renewed: 'Made a new secret for the webhook to {host}',
      webhook_removed: 'Removed the webhook to {host}',
    },
  },
];

const sentences = new Map(logGroups.flatMap(({ kinds }) => Object.entries(kinds)));

/** Returns the sentence of a kind, undefined for an unknown one. */
export const sentenceOf = (kind: string): string | undefined => sentences.get(kind);

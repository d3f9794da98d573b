/** Kinds of entries, as one looks for them. A kind that is in no group is found among all. */
export const logGroups = {
  opened: ['opened', 'read_ahead'],
  exports: ['export_started', 'export_ended', 'export_stopped', 'log_exported'],
  changes: [
    'moved',
    'assigned',
    'tagged',
    'rated',
    'noted',
    'note_edited',
    'note_removed',
    'mailed',
    'mail_cancelled',
    'mail_retried',
    'undone',
    'confirmation_resent',
    'applicant',
  ],
  requests: ['data_downloaded', 'erased'],
  lab: [
    'member_added',
    'access_changed',
    'member_removed',
    'template_changed',
    'settings_changed',
    'webhook_added',
    'webhook_changed',
    'webhook_secret_renewed',
    'webhook_removed',
  ],
} as const;

export type LogGroup = keyof typeof logGroups;

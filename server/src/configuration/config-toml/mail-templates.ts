/** The mails that carry codes, by the names of `[auth.email.template.<name>]`. */
export const templateNames = [
  'confirmation',
  'invite',
  'magic_link',
  'recovery',
  'email_change',
  'reauthentication',
] as const;
export type TemplateName = (typeof templateNames)[number];

import { z } from 'zod';
import { duration } from './duration.ts';
import { absent, flag, table, text, whole } from './table.ts';

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

/** The CLI of 2026 writes `enabled` where earlier ones wrote `enable_signup`. */
const renamed = (value: unknown): unknown => {
  const { enabled, ...others } = (value ?? {}) as Record<string, unknown>;
  return enabled === undefined ? value : { enable_signup: enabled, ...others };
};

/** `[auth.email.smtp]`, the mail server where `SMTP_URL` names none. */
const smtp = table({
  enabled: flag(true),
  host: text(),
  port: whole(587, 1, 65_535),
  user: text(),
  pass: text(),
  admin_email: text(),
  sender_name: text(),
}).refine((value) => !value.enabled || (value.host && value.admin_email), {
  error: 'it needs host and admin_email',
});
export type SmtpEntry = z.output<typeof smtp>;

/** `[auth.email]`, sign-up by e-mail and the mails that carry a code. */
export const email = z.preprocess(
  renamed,
  table({
    enable_signup: flag(true),
    enable_confirmations: flag(false),
    double_confirm_changes: flag(true),
    secure_password_change: flag(false),
    require_current_password: flag(false),
    max_frequency: duration.default(1_000),
    otp_length: whole(6, 6, 10),
    otp_expiry: whole(3_600, 60, 86_400),
    template: z
      .partialRecord(
        z.enum(templateNames),
        table({ subject: z.string().optional(), content_path: z.string().optional() }),
      )
      .default({}),
    notification: absent,
    smtp: smtp.optional(),
  }).prefault({}),
);

/** `[auth.sms.twilio]`, the one provider of text messages there is. */
const twilio = table({
  enabled: flag(false),
  account_sid: text(),
  message_service_sid: text(),
  auth_token: text(),
  /** Our addition for another service with Twilio's HTTP API. */
  url: text('https://api.twilio.com'),
}).refine((value) => !value.enabled || (value.account_sid && value.auth_token && value.message_service_sid), {
  error: 'it needs account_sid, message_service_sid and auth_token',
});
export type TwilioEntry = z.output<typeof twilio>;

/** `[auth.sms]`, sign-up by phone and the messages that carry a code. */
export const sms = z.preprocess(
  renamed,
  table({
    enable_signup: flag(false),
    enable_confirmations: flag(false),
    max_frequency: duration.default(5_000),
    template: text('Your code is {{ .Code }}'),
    /** Our addition. The countries that get messages, by calling code without `+`, empty for all. */
    calling_codes: z.array(z.string().regex(/^[1-9]\d{0,6}$/)).default([]),
    /** Codes that are accepted for a number without sending anything, by number without `+`. */
    test_otp: z.record(z.string(), z.string()).default({}),
    twilio: twilio.prefault({}),
    twilio_verify: absent,
    messagebird: absent,
    textlocal: absent,
    vonage: absent,
  }).prefault({}),
);

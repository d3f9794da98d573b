import type { Mailer } from './mailer.ts';

export type MailOutcome = 'sent' | 'failed';

/** Returns the mailer, which reports the outcome of each mail. */
export const countedMailer = (mailer: Mailer, count: (outcome: MailOutcome) => void): Mailer => ({
  ...mailer,
  send: async (mail) => {
    try {
      await mailer.send(mail);
    } catch (error) {
      count('failed');
      throw error;
    }
    count('sent');
  },
});

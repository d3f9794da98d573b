import type { Mail } from '../../../mail/mailer.ts';
import { escapeHtml, type MailPage } from '../../../mail/mail-page.ts';

/** `{project}` is replaced by the project's name. */
const words = {
  password_changed: {
    subject: 'Your password was changed',
    sentence: 'The password of your account at {project} was changed, and other sessions were signed out.',
  },
  password_added: {
    subject: 'A password was added',
    sentence: 'A password opens your account at {project} from now on. Other sessions were signed out.',
  },
  email_changed: {
    subject: 'Your email address was changed',
    sentence: 'Your account at {project} uses another email address from now on.',
  },
  factor_added: {
    subject: 'A second factor was added',
    sentence: 'Signing in to your account at {project} asks for a second factor from now on.',
  },
  factor_removed: {
    subject: 'A second factor was removed',
    sentence: 'A second factor was removed from your account at {project}.',
  },
  recovery_codes_made: {
    subject: 'Recovery codes were made',
    sentence:
      'Recovery codes were made for your account at {project}: each can be used once instead of your second factor.',
  },
  recovery_codes_renewed: {
    subject: 'Your recovery codes were renewed',
    sentence:
      'New recovery codes were made for your account at {project}. Those from before are no longer good.',
  },
  recovery_codes_removed: {
    subject: 'Your recovery codes were removed',
    sentence: 'The recovery codes of your account at {project} were removed. None of them is good any more.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    sentence:
      'A recovery code was used instead of the second factor of your account at {project}. It cannot be used again.',
  },
  passkey_added: {
    subject: 'A passkey was added',
    sentence: 'A new passkey opens your account at {project} from now on.',
  },
  passkey_removed: {
    subject: 'A passkey was removed',
    sentence: 'A passkey no longer opens your account at {project}.',
  },
  identity_linked: {
    subject: 'Another way to sign in was added',
    sentence: 'An account at another service opens your account at {project} from now on.',
  },
  identity_unlinked: {
    subject: 'A way to sign in was removed',
    sentence: 'An account at another service no longer opens your account at {project}.',
  },
};

/** A change of an account that its holder is notified of. */
export type Notice = keyof typeof words;

const ENDING = 'If this was not you, reset your password now and tell the people who run your site.';

/**
 * The mail that notifies of a change. It carries no link and no secret. `others` are the remaining sign-in methods of the
 * account, for a user who suspects that another person had access.
 */
export function noticeMail(
  notice: Notice,
  to: string,
  { productName, mailPage }: { readonly productName: string; readonly mailPage: MailPage },
  others: readonly string[] = [],
): Mail {
  const { subject, sentence } = words[notice];
  const named = sentence.replace('{project}', () => productName);
  const sentences = [named, ...(others.length > 0 ? [remaining(others)] : []), ENDING];
  return {
    to,
    subject,
    text: `${sentences.join('\n\n')}\n\n${productName}\n`,
    html: mailPage(subject, sentences.map((each) => `<p>${escapeHtml(each)}</p>`).join('\n')),
  };
}

const remaining = (others: readonly string[]): string =>
  `These sign in without it: ${others.join(', ')}. Remove those you do not know on your account page.`;

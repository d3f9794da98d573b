import type { Mail } from '../../../mail/mailer.ts';
import type { Errand } from '../codes/one-time-code.rules.ts';
import { escapeHtml, mailButton, mailPage } from './page.ts';

type MailErrand = Exclude<Errand, 'sms' | 'phone_change'>;

interface Words {
  readonly subject: string;
  readonly opening: string;
  /** The link's label; null: the mail carries the code only. */
  readonly button: string | null;
  readonly ending: string;
}

const NOT_YOU = 'If this was not you, ignore this email: nothing changes without the link or code above.';

const WORDS: Readonly<Record<MailErrand, Words>> = {
  signup: {
    subject: 'Confirm your email address',
    opening: 'Please confirm that this is your email address, and your account at Solostead is ready.',
    button: 'Confirm my email address',
    ending: NOT_YOU,
  },
  invite: {
    subject: 'You are invited to Solostead',
    opening:
      'An account at Solostead has been made for you. Accept the invitation to enter and choose a password.',
    button: 'Accept the invitation',
    ending: 'If you did not expect this, ignore this email and the account stays unused.',
  },
  magiclink: {
    subject: 'Your sign-in link',
    opening: 'Follow the link to sign in to Solostead.',
    button: 'Sign in',
    ending: NOT_YOU,
  },
  recovery: {
    subject: 'Choose a new password',
    opening: 'Somebody, probably you, asked for a new password at Solostead. Follow the link to choose it.',
    button: 'Choose a new password',
    ending: NOT_YOU,
  },
  email_change_new: {
    subject: 'Confirm your new email address',
    opening: 'Please confirm that your account at Solostead is to use this address from now on.',
    button: 'Confirm the new address',
    ending: NOT_YOU,
  },
  email_change_current: {
    subject: 'Confirm the change of your email address',
    opening:
      'Your account at Solostead is to use another address from now on. Please confirm that you want this.',
    button: 'Confirm the change',
    ending:
      'If this was not you, do not follow the link, and change your password: somebody is using your account.',
  },
  reauthentication: {
    subject: 'Your code to confirm it is you',
    opening: 'Enter this code to confirm that the change you are making is yours.',
    button: null,
    ending: 'If this was not you, change your password: somebody is using your account.',
  },
};

export interface CodeMailOrder {
  readonly errand: Errand;
  readonly to: string;
  readonly otp: string;
  readonly link: string;
  readonly lifeSeconds: number;
}

/** The mail that brings a link and the same code as digits. */
export function codeMail(order: CodeMailOrder): Mail {
  const words = WORDS[order.errand as MailErrand];
  const life = `Good once, for ${lifetime(order.lifeSeconds)}.`;
  const codeLine = words.button ? `Or enter this code: ${order.otp}` : order.otp;
  const text = [
    words.opening,
    ...(words.button ? [order.link] : []),
    codeLine,
    life,
    words.ending,
    'Solostead',
  ];
  const href = escapeHtml(order.link);
  const linked = words.button
    ? `${mailButton(order.link, words.button)}
<p style="font-size:14px">Or open this address: <a href="${href}" style="color:inherit">${href}</a></p>
<p>Or enter this code:</p>`
    : '';
  const html = mailPage(
    words.subject,
    `<p>${escapeHtml(words.opening)}</p>
${linked}
<p style="font-size:28px;letter-spacing:.15em">${order.otp}</p>
<p>${life}</p>
<p>${escapeHtml(words.ending)}</p>`,
  );
  return { to: order.to, subject: words.subject, text: `${text.join('\n\n')}\n`, html };
}

function lifetime(seconds: number): string {
  const hours = seconds / 3_600;
  if (hours === 1) return 'one hour';
  return hours > 1 ? `${Math.floor(hours)} hours` : `${Math.ceil(seconds / 60)} minutes`;
}

import { renderSVG } from 'uqr';
import { type AuthError, authError } from '../../kernel/errors.ts';
import { acceptedStep, newTotpSecret, totpUri } from '../totp.rules.ts';
import { useTotpStep } from '../factors.store.ts';
import { type FactorKind, requireCode } from './factor-kind.ts';

const wrongCode = (): AuthError =>
  authError('mfa_verification_failed', { message: 'Invalid TOTP code entered' });

/** An authenticator app with SHA-1, 6 digits, 30 seconds and one period of clock skew either way (contract A4.4). */
export const totpFactor: FactorKind = {
  method: 'totp',

  async enroll(call, body) {
    const issuer = typeof body['issuer'] === 'string' && body['issuer'] ? body['issuer'] : null;
    const { email, phone } = call.account.user;
    const secret = newTotpSecret();
    const uri = totpUri({
      issuer: (issuer ?? new URL(call.auth.settings.siteUrl).host).slice(0, 100),
      label: email || phone || 'account',
      secret,
    });
    // Named colours: a # would end the data URI the client makes of it.
    const svg = renderSVG(uri, { whiteColor: 'white', blackColor: 'black' });
    return { secret, answer: { totp: { qr_code: svg, secret, uri } } };
  },

  challenge: async () => ({ answer: {} }),

  requireProof: requireCode,

  async prove(tx, factor, _challenge, body) {
    const code = String(body['code']).replaceAll(' ', '');
    const step = acceptedStep(factor.secret ?? '', code, tx.auth.clock.now());
    if (step === null || !(await useTotpStep(tx, factor.id, step))) throw wrongCode();
  },
};

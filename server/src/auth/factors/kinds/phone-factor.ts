import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { bodyOf } from '../../kernel/call.ts';
import { parsePhone } from '../../kernel/entities/address.rules.ts';
import { newOtp, otpHash } from '../../kernel/entities/secrets.rules.ts';
import { authError } from '../../kernel/errors.ts';
import { limitSms, channelOf, sendSmsCode, testCodeOf } from '../../kernel/sms/sms.ts';
import { deleteUnverifiedPhoneFactors } from '../factors.store.ts';
import { type FactorKind, requireCode } from './factor-kind.ts';

const DIGITS = 6;

const enrolment = z.looseObject({ phone: z.string().nullish() });

/** A code by text message to the factor's number (contract A4.7). Challenges store the code's hash. */
export const phoneFactor: FactorKind = {
  method: 'mfa/phone',

  async enroll(call) {
    const phone = parsePhone(bodyOf(call, enrolment).phone ?? '');
    const isKnown = call.account.factors.some(
      (factor) => factor.phone === phone && factor.status === 'verified',
    );
    if (isKnown) {
      const message = 'A verified phone factor already exists, unenroll the existing factor to continue';
      throw authError('mfa_verified_factor_exists', { message });
    }
    await deleteUnverifiedPhoneFactors(call.auth.database, call.account.user.id, phone);
    return { phone, answer: { phone } };
  },

  async challenge(call, factor, body) {
    const phone = factor.phone ?? '';
    const channel = channelOf(typeof body['channel'] === 'string' ? body['channel'] : null);
    await limitSms(call, phone, factor.status === 'verified');
    const code = testCodeOf(call, phone) ?? newOtp(DIGITS);
    await sendSmsCode(call, phone, code, channel);
    return { otp_code: otpHash(phone, code), answer: {} };
  },

  requireProof: requireCode,

  async prove(_tx, factor, challenge, body) {
    const received = Buffer.from(otpHash(factor.phone ?? '', String(body['code']).trim()));
    const expected = Buffer.from(challenge.otp_code ?? '');
    if (received.length !== expected.length || !timingSafeEqual(received, expected)) {
      throw authError('mfa_verification_failed', { message: 'Invalid MFA Phone code entered' });
    }
  },
};

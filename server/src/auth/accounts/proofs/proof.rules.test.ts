import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sampleUser } from '../../kernel/entities/account.sample.ts';
import { tokenPurposes, verifications } from '../codes/one-time-code.rules.ts';
import {
  hasOpenProof,
  pendingPassword,
  sentOn,
  accountState,
  proofOfToken,
  proofOutcomes,
} from './proof.rules.ts';

const contract = readFileSync(new URL('../../../../docs/contract.md', import.meta.url), 'utf8');

/** The rows of the contract's table below a heading, as `[name, ...cells]`. */
function tableBelow(heading: string): string[][] {
  const lines = contract
    .split(`### ${heading}\n`)[1]!
    .split(/\n#{2,3} /)[0]!
    .split('\n');
  const cells = lines.filter((line) => line.startsWith('|')).map((line) => line.split('|').slice(1, -1));
  return cells.map((row) => row.map((cell) => cell.trim().replaceAll('`', ''))).filter((_, row) => row !== 1);
}

describe('the effects of a proof (contract A1.11)', () => {
  const [[, ...states] = [], ...rows] = tableBelow('What a proof changes');

  it('has a row in the contract for each proof', () => {
    expect(rows.map(([proof]) => proof)).toEqual(Object.keys(proofOutcomes));
  });

  it.each(rows)('matches the contract for %s', (proof, ...cells) => {
    const rule = Object.entries(proofOutcomes).find(([name]) => name === proof)?.[1];
    const outcomes = Object.entries(rule ?? {}).map(([state, outcome]) => [
      state,
      `${outcome.password}, ${outcome.identities}, ${outcome.openFlows}`,
    ]);
    expect(Object.fromEntries(outcomes)).toEqual(
      Object.fromEntries(states.map((state, at) => [state, cells[at]])),
    );
  });

  it.each(
    Object.entries(verifications).flatMap(([type, tokens]) => tokens.map((token) => ({ type, token }))),
  )('has a row for $token redeemed as $type', ({ type, token }) => {
    expect(Object.keys(proofOutcomes)).toContain(proofOfToken(token, type));
  });

  it.each(Object.values(tokenPurposes).filter(({ verification }) => verification))(
    'has a row for links of type $verification',
    ({ token, verification }) => {
      expect(Object.keys(proofOutcomes)).toContain(proofOfToken(token, verification!));
    },
  );
});

const THEN = '2026-01-01T00:00:00.000Z';
const someone = { email: 'ada@example.org', phone: null, confirmed_at: null, invited_at: null };

it.each([
  ['unproven', someone],
  ['unproven', { ...someone, email: null, phone: '15550100' }],
  ['invited', { ...someone, invited_at: THEN }],
  ['nameless', { ...someone, email: null, invited_at: THEN }],
  ['proven', { ...someone, invited_at: THEN, confirmed_at: THEN }],
  ['proven', { ...someone, email: null, confirmed_at: THEN }],
])('an account is %s: %j', (state, user) => {
  expect(accountState(sampleUser(user))).toBe(state);
});

describe('the start of a first proof (contract A1.12)', () => {
  const [[, ...states] = [], ...rows] = tableBelow('How a first proof begins');

  it('has a row in the contract for each request', () => {
    expect(rows.map(([request]) => request)).toEqual(Object.keys(sentOn));
  });

  it.each(rows)('matches the contract for %s', (request, ...cells) => {
    const rule = Object.entries(sentOn).find(([name]) => name === request)?.[1];
    expect(Object.entries(rule ?? {}).map(([state, sent]) => [state, sent ?? 'nothing'])).toEqual(
      states.map((state, place) => [state, cells[place]]),
    );
  });

  it.each([
    ['a sign-up without an open proof', 'old', false, false, 'new', 'new'],
    ['the first sign-up', null, false, false, 'new', 'new'],
    ['a sign-up with the same password', 'old', true, true, 'new', 'old'],
    ['a sign-up with another password', 'old', true, false, 'new', null],
    ['a sign-up after a request without a password', null, true, false, 'new', null],
    ['a request without a password', 'old', true, false, null, null],
    ['a request without a password, when no proof is open', 'old', false, false, null, null],
  ])('%s', (_, present, isOpen, isSame, newPassword, left) => {
    const user = sampleUser({ ...someone, encrypted_password: present });
    expect(pendingPassword({ user, isOpen, isSame }, newPassword)).toBe(left);
  });

  it.each([{ invited_at: THEN }, { confirmed_at: THEN }, { email: null }])(
    'keeps the password of an account that was proven before: %j',
    (facts) => {
      const user = sampleUser({ ...someone, encrypted_password: 'old', ...facts });
      expect(pendingPassword({ user, isOpen: false, isSame: false }, 'new')).toBe('old');
    },
  );

  it.each([
    [THEN, null, 3_600_000, true],
    [THEN, null, 3_600_001, false],
    [null, null, 0, false],
    [THEN, THEN, 0, false],
  ])('is open while its code is valid: sent %s, confirmed %s, %i ms', (sent, confirmed, later, open) => {
    const user = sampleUser({ ...someone, confirmation_sent_at: sent, confirmed_at: confirmed });
    expect(hasOpenProof(user, 3_600, Date.parse(THEN) + later)).toBe(open);
  });
});

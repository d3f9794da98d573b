import { expect, test } from 'vitest';
import type { Transaction } from '../../kernel/transaction.ts';
import { type CodeOrder, issueCode } from './issue-code.ts';

const PREDEFINED = '123456';

/** Issues a code while the settings name a predefined one for `address`. Random ones are longer. */
async function issued(order: Pick<CodeOrder, 'purpose' | 'address' | 'otp'>): Promise<string> {
  const settings = { email: { otp_length: 8 }, sms: { test_otp: { [order.address]: PREDEFINED } } };
  const query = async () => ({ rows: [], rowCount: 0, command: '' });
  const tx = { auth: { settings }, at: new Date(0), query } as unknown as Transaction;
  return (await issueCode(tx, { userId: '00000000-0000-4000-8000-000000000001', ...order })).otp;
}

test.each(['sms', 'phone_change', 'reauthentication'] as const)(
  'takes the predefined code of a number for %s',
  async (purpose) => {
    expect(await issued({ purpose, address: '15555550100' })).toBe(PREDEFINED);
  },
);

test('draws a random code for an e-mail address that test_otp names', async () => {
  const address = 'ada@example.org';
  expect(await issued({ purpose: 'reauthentication', address })).toMatch(/^\d{8}$/);
});

test('prefers a code that was drawn before', async () => {
  const order = { purpose: 'phone_change', address: '15555550100', otp: '87654321' } as const;
  expect(await issued(order)).toBe('87654321');
});

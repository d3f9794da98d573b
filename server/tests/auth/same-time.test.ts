import { send } from '@solostead/server-testkit/auth/scenario';
import { adminClient, freshEmail } from '@solostead/server-testkit/auth/clients';
import { describe, expect, type TestServer, testOpen as test } from '@solostead/server-testkit/fixtures';

describe('the time of an answer', () => {
  test.for([
    ['/recover', {}],
    ['/otp', {}],
    ['/resend', { type: 'signup' }],
    ['/signup', { password: PASSWORD }],
  ] as const)('of %s does not reveal accounts', async ([path, body], { server }) => {
    const times = { known: [] as number[], unknown: [] as number[] };
    // One after the other, so that whatever else the machine does falls on both.
    for (let round = 0; round < ROUNDS; round += 1) {
      const known = freshEmail();
      await adminClient(server).admin.createUser({ email: known, email_confirm: true });
      const calls = [
        async () => times.known.push(await timed(server, path, { email: known, ...body })),
        async () => times.unknown.push(await timed(server, path, { email: freshEmail(), ...body })),
      ];
      for (const call of round % 2 ? calls : calls.toReversed()) await call();
    }
    const [known, unknown] = [median(times.known), median(times.unknown)];
    // A password that only one of them hashes, or a mail that only one waits for, makes a difference of ten times or more.
    expect(Math.max(known, unknown), `${known} and ${unknown} ms`).toBeLessThan(5 * Math.min(known, unknown));
  });
});

const ROUNDS = 7;
const PASSWORD = 'quite a fine passphrase';

const median = (list: number[]): number =>
  list.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)]!;

async function timed(server: TestServer, path: string, body: object): Promise<number> {
  const start = performance.now();
  const { status } = await send(server, { path, body });
  expect(status).toBe(200);
  return performance.now() - start;
}

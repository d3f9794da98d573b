import { expect, it } from 'vitest';
import type { Answer, Procedure } from './my-application.ts';
import { orderCalls } from './order-calls.ts';

/** An answer that only its outcome tells apart. */
const answered = (outcome: string) => ({ kind: 'answered', outcome }) as Answer;

/** A page whose calls the test answers. */
function page() {
  const sent: Procedure[] = [];
  const shown: string[] = [];
  const answers = new Map<Procedure, (answer: Answer) => void>();
  const act = orderCalls(
    (procedure) => {
      sent.push(procedure);
      return new Promise((resolve) => answers.set(procedure, resolve));
    },
    (answer) => shown.push(answer.kind === 'answered' ? answer.outcome : answer.kind),
  );
  /** Answers a call once it is sent, and lets the page follow. */
  const answer = async (procedure: Procedure, reply: Answer) => {
    await new Promise(setImmediate);
    answers.get(procedure)!(reply);
    await new Promise(setImmediate);
  };
  return { act, answer, sent, shown };
}

it('shows each answer that opens or closes the page, and returns a failure without showing it', async () => {
  const { act, answer, shown } = page();
  const failing = act('');
  await answer('', { kind: 'failed' });
  expect(await failing).toEqual({ kind: 'failed' });
  void act('');
  await answer('', answered('open'));
  void act('erase');
  await answer('erase', { kind: 'unknown' });
  expect(shown).toEqual(['open', 'unknown']);
});

it.each([
  ['was answered after a later action', ['', 'withdraw']],
  ['began while an action was on its way', ['withdraw', '']],
] as const)('ignores a read that %s', async (_what, calls) => {
  const { act, answer, shown } = page();
  for (const call of calls) void act(call);
  await answer('withdraw', answered('withdrawn'));
  await answer('', answered('open'));
  expect(shown).toEqual(['withdrawn']);
});

it('ignores the older of two reads when it comes last, and shows both when it comes first', async () => {
  const { act, answer, shown } = page();
  void act('download');
  void act('');
  await answer('', answered('newer'));
  await answer('download', answered('older'));
  expect(shown).toEqual(['newer']);
  void act('download');
  void act('');
  await answer('download', answered('older'));
  await answer('', answered('newest'));
  expect(shown).toEqual(['newer', 'older', 'newest']);
});

it('sends an erasure while a download is pending, and after a pending action, even one that fails', async () => {
  const { act, answer, sent } = page();
  void act('download');
  void act('link_renew');
  const erasing = act('erase');
  await answer('download', answered('open'));
  expect(sent).toEqual(['download', 'link_renew']);
  await answer('link_renew', { kind: 'failed' });
  expect(sent).toEqual(['download', 'link_renew', 'erase']);
  await answer('erase', answered('erasing'));
  expect(await erasing).toEqual(answered('erasing'));
});

import { expect, test } from 'vitest';
import { SharedAnswers } from './shared-answers.ts';

test('shares one query between waiting callers, which is sent after they arrived', async () => {
  const shared = new SharedAnswers<number>();
  const replies: ((answer: number) => void)[] = [];
  const ask = () => shared.get('key', () => new Promise<number>((resolve) => replies.push(resolve)));
  const [first, second, third] = [ask(), ask(), ask()];
  expect(replies).toHaveLength(1);
  replies[0]!(1);
  expect(await first).toBe(1);
  expect(replies).toHaveLength(2);
  const fourth = ask();
  replies[1]!(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  replies[2]!(3);
  expect(await fourth).toBe(3);
  const fifth = ask();
  expect(replies).toHaveLength(4);
  replies[3]!(4);
  expect(await fifth).toBe(4);
});

test('passes a failure to its callers, and sends a new query for the next ones', async () => {
  const shared = new SharedAnswers<string>();
  const failing = shared.get('key', () => Promise.reject(new Error('away')));
  const next = shared.get('key', () => Promise.resolve('back'));
  await expect(failing).rejects.toThrow('away');
  expect(await next).toBe('back');
  expect(await shared.get('other', () => Promise.resolve('apart'))).toBe('apart');
});

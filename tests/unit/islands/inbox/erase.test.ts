import { expect, test } from 'vitest';
import { createErasing } from '../../../../src/islands/inbox/erase/erase.ts';

/** Answers each look-up only when told to. */
function eraseWorld() {
  const waiting: ((response: Response) => void)[] = [];
  const ask = () => new Promise<Response>((resolve) => waiting.push(resolve));
  const erasing = createErasing({ ask, onErased: () => {} });
  const answer = (count: number) => waiting.shift()?.(Response.json({ count, more: false }));
  return { erasing, answer };
}

test('a look-up finds the leads that one click then erases', async () => {
  const { erasing, answer } = eraseWorld();
  const found = erasing.find(' dana@example.com ');
  answer(2);
  await found;
  expect(erasing.$erasing.get().found).toEqual({
    email: 'dana@example.com',
    count: 2,
    more: false,
  });
});

test('an answer about another address than the field has now is dropped', async () => {
  const { erasing, answer } = eraseWorld();
  const first = erasing.find('dana@example.com');
  erasing.reset();
  const second = erasing.find('ann@loe.example');
  answer(2);
  await first;
  expect(erasing.$erasing.get()).toMatchObject({ busy: 'finding', found: undefined });
  answer(1);
  await second;
  expect(erasing.$erasing.get().found).toMatchObject({ email: 'ann@loe.example', count: 1 });
});

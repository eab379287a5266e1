import { expect, test } from 'vitest';
import { reach } from '../../../scripts/doctor/reach.ts';

const mb = 1024 * 1024;

test('an endless answer is read up to the size of a page', async () => {
  let sent = 0;
  let brokenOff = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 64 * 1024;
      if (sent > 8 * mb) controller.close();
      else controller.enqueue(new Uint8Array(64 * 1024).fill(97));
    },
    cancel() {
      brokenOff = true;
    },
  });
  const fetch = () => Promise.resolve(new Response(body));
  const { text } = await reach(fetch, new URL('https://leads.example'), {}, 'look at it');
  expect(text.length).toBe(mb);
  expect(brokenOff).toBe(true);
  expect(sent).toBeLessThan(2 * mb);
});

test('a page is read correctly even if a character is split between chunks', async () => {
  const bytes = new TextEncoder().encode('<p>ñ</p>');
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const fetch = () => Promise.resolve(new Response(body));
  const { text } = await reach(fetch, new URL('https://leads.example'), {}, 'look at it');
  expect(text).toBe('<p>ñ</p>');
});

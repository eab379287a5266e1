/** Each state of the test dialog fits phones and desktops, and axe-core finds no fault. */
import type { Attempt, TrialDelivery } from '../../src/shared/submission.ts';
import { axeFaults } from '../support/pages/axe.ts';
import { sidewaysScroll } from '../support/pages/sideways-scroll.ts';
import { expect, test } from '../support/pages/stubbed-inbox.ts';
import { dialog, go, opener, told } from '../support/pages/trial-lead.ts';

const at = '2026-03-01T12:00:00.000Z';
const refused: Attempt = {
  at,
  ms: 1240,
  status: 500,
  answer: `no room ${'forleads'.repeat(30)}`,
};
const id = 'c0ffee00-0000-4000-8000-000000000000';
const pending: TrialDelivery['delivery'] = { state: 'pending', next_attempt_at: at };

const states: Record<string, { test?: TrialDelivery; status?: number; says: string }> = {
  'on its way': { test: { id, delivery: pending, attempts: [] }, says: 'in the queue' },
  arrived: {
    test: { id, delivery: { state: 'delivered', at }, attempts: [{ at, ms: 180, status: 204 }] },
    says: 'It arrived: the webhook answered 204 after 180 ms.',
  },
  'not arrived': {
    test: { id, delivery: pending, attempts: [refused] },
    says: 'It did not arrive: the webhook answered 500.',
  },
  'given up': {
    test: {
      id,
      delivery: { state: 'failed', at },
      attempts: [refused, { at, ms: 10_004, error: 'No answer within 10 s' }],
    },
    says: 'It did not arrive. No answer within 10 s.',
  },
  refused: { status: 502, says: 'No webhook is set up' },
};

test('the test dialog fits and axe-core finds no fault in any of its states, at 360, 768 and 1280 px', async ({
  page,
  enterStubbed,
  complaints,
}) => {
  test.slow();
  complaints.excuseFailing('/api/test-delivery');
  const inbox = await enterStubbed([]);
  for (const [name, { test: json, status = 201, says }] of Object.entries(states)) {
    const sentence = { error: 'No webhook is set up: set WEBHOOK_URL to the address.' };
    inbox.intercept = (call) =>
      call.includes('/api/test-delivery') ? { status, json: json ?? sentence } : undefined;
    await page.reload();
    await opener(page).click();
    await go(page, 'Send test').click();
    await expect(told(page)).toContainText(says);
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      const where = `${name}, at ${width} px`;
      expect(await axeFaults(page), where).toEqual([]);
      expect(await sidewaysScroll(page), where).toEqual([]);
      const box = await dialog(page).boundingBox();
      expect(box?.width, where).toBeLessThanOrEqual(width);
    }
  }
});

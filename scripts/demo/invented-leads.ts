import { hash } from 'node:crypto';
import { inventedWords } from '../../functions/delivery/sample.ts';
import { minute } from '../../functions/durations.ts';
import { phoneE164 } from '../../src/shared/phone-numbers.ts';
import type { SubmissionRecord } from '../../functions/store/record.ts';
import { currentConsent } from '../../src/shared/consent.ts';
import {
  minimumPrice,
  otherIndustry,
  pricedIndustries,
  type PricedIndustry,
} from '../../src/shared/pricing.ts';
import { spamReasons } from '../../src/shared/submission.ts';
import { at, callBackOf, day, followUpOf, storyOf, type PickOf } from './story.ts';

const pickFor =
  (lead: number): PickOf =>
  (what, from) => {
    const share = Number.parseInt(hash('sha256', `${what} ${lead}`).slice(0, 8), 16) / 2 ** 32;
    return from[Math.floor(share * from.length)] as (typeof from)[number];
  };

const words = {
  firstNames: ['Dana', 'Siobhán', 'Aaliyah', 'Carol Ann', 'Yusuf', 'Thị Hạnh', 'María'],
  lastNames: ['Roe', 'Peña', 'O’Rourke', 'Raghunathan', 'Nguyễn', 'Hernández-Gutiérrez'],
  /** The end of a company's name, after its trade. */
  endings: ['LLC', 'Co.', '& Daughters', 'Group of Greater Houston', 'Services'],
  messages: [
    'Saw your price for this trade. Is that per call or per booked job?',
    'Call me instead, I am on a roof all day and don’t read e-mail.',
    '1) How many leads a week? 2) Refunds on bad numbers? 3) Can I pause in December?',
    'Buenas tardes, ¿tienen a alguien que hable español? Gracias.',
    'We want high-end residential only, $15k and up. Is that something your ads can target? We tried two agencies before. Both wanted a retainer, and neither could say how many jobs it brought. If you only charge for the lead itself, I would start with ten and see how many we book.',
  ],
  spam: 'We will put your site on page one of every search, guaranteed. 5,000 links for $49.',
};

const industries = [
  ...pricedIndustries,
  { ...otherIndustry, label: 'Pest Control', price: minimumPrice },
];

/** Minutes until an admin answered: many within the promised five, some the next day. */
const answerDelays = [1, 2, 3, 3, 4, 4, 9, 13, 38, 55, 170, 230, 900, 1600];

/** Invented leads of the last 60 days, newest first. Recent days have more leads. */
export function demoLeads(count: number, now: number): SubmissionRecord[] {
  const leads = Array.from({ length: count }, (_, i) => {
    const age = 2 * minute + 59 * day * (i / (count - 1)) ** 1.6;
    return demoLead(i, Math.round(now - age), now);
  });
  return leads.map((lead, i) => (i % 19 === 4 ? sentAgain(lead, leads[i + 30]) : lead));
}

/** Turns the later lead into a second request of the earlier one's sender. */
function sentAgain(later: SubmissionRecord, first?: SubmissionRecord): SubmissionRecord {
  if (!first) return later;
  const { name, email, phone, phone_e164, company, id, created_at: at } = first;
  return { ...later, name, email, phone, phone_e164, company, earlier: [{ id, at, by: 'both' }] };
}

function demoLead(i: number, came: number, now: number): SubmissionRecord {
  const pick = pickFor(i);
  const isSpam = i % 23 === 7;
  const created_at = at(came);
  const trade = pick<PricedIndustry>('industry', industries);
  const { value: industry, onlyOnItsPage } = trade;
  const utm_campaign = `spring-${industry}`;
  const first = pick('first name', words.firstNames);
  const last = pick('last name', words.lastNames);
  const phone = `(713) 555-01${String(i % 100).padStart(2, '0')}`;
  const message = pick('writes', [true, true, false]) ? pick('message', words.messages) : null;
  const reasons = spamReasons.slice(0, pick('reasons', [1, 1, 2]));
  const held = { delivery: { state: 'held' as const, reasons }, attempts: [], tries: 0 };
  return {
    id: crypto.randomUUID(),
    ...inventedWords('DEMO'),
    name: `${first} ${last}`,
    email: `${plain(first)}@${plain(last)}-${industry}.example.com`,
    company: `${last} ${trade.label.split(' / ')[0]} ${pick('company', words.endings)}`,
    phone,
    phone_e164: phoneE164(phone),
    industry,
    message: isSpam ? words.spam : message,
    consent_marketing: true,
    created_at,
    source: onlyOnItsPage ? 'contact_form' : 'contact_page',
    consent: {
      version: currentConsent.version,
      sha256: hash('sha256', currentConsent.text),
      at: created_at,
      page_url: `http://localhost:8888/${onlyOnItsPage ? industry : 'contact'}`,
      ip: `203.0.113.${String(i % 250)}`,
      user_agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15',
    },
    ...(isSpam ? held : storyOf(came, now)),
    // Most visitors come from an advertisement and look at the price first.
    attribution: {
      ...pick('advertisement', [
        { utm_source: 'google', utm_medium: 'cpc', utm_campaign, gclid: `DEMO-${i}` },
        { utm_source: 'facebook', utm_medium: 'paid-social', utm_campaign: 'owners-texas' },
        { referrer: 'www.yelp.com' },
        {},
      ]),
      landing_path: onlyOnItsPage ? `/${industry}` : pick('page', ['/', '/pricing']),
      ...pick('asks the price', [{ quoted_industry: industry, quoted_price: trade.price }, {}]),
    },
    ...handledBy(came, now, isSpam, pick),
    ...callBackOf(i, now),
    lease: null,
    gpc: false,
  };
}

const plain = (name: string): string => name.normalize('NFD').replaceAll(/\W/g, '').toLowerCase();

/** Answer, archive state and outcome. The oldest leads have none of these fields. */
function handledBy(came: number, now: number, isSpam: boolean, pick: PickOf) {
  const age = now - came;
  if (age > 55 * day) return {};
  if (isSpam) return { answered: null, archived: age > 2 * day };
  const time = came + pick('delay', answerDelays) * minute;
  const isSlow = age < 2 * day && pick('waits', [true, false, false]);
  if (time > now || age < 20 * minute || isSlow) return { answered: null, archived: false };
  const answered = { at: at(time), by: 'admin@example.com' };
  const archived = age > 14 * day && pick('archived', [true, false, false]);
  return { answered, archived, ...followUpOf(time, now, pick) };
}

import { hash } from 'node:crypto';
import { phoneE164 } from '../../functions/intake/phone.ts';
import type { SubmissionRecord } from '../../functions/store/record.ts';
import { currentConsent } from '../../src/shared/consent.ts';
import { minimumPrice, otherIndustry, pricedIndustries } from '../../src/shared/pricing.ts';
import { spamReasons } from '../../src/shared/submission.ts';
import {
  delivered,
  deliveredAtOnce,
  isThrough,
  resent,
  troubleFor,
  type Story,
} from './deliveries.ts';
import { seededRandom, type SeededRandom } from './random.ts';
import { companyWords, firstNames, lastNames, messages, spamMessage } from './words.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const staff = ['admin@example.com', 'jo@example.com'] as const;
const industries = [...pricedIndustries, otherIndustry].map(({ value }) => value);

/** Minutes until somebody answered: many within the promised five, some the next day. */
const answerDelays = [1, 2, 3, 3, 4, 4, 9, 13, 38, 55, 170, 230, 900, 1600] as const;

/** Invented leads of the last 60 days, newest first and the newer the denser. */
export function demoLeads(count: number, now: number): SubmissionRecord[] {
  const random = seededRandom(2024);
  const leads = Array.from({ length: count }, (_, i) => {
    const age = 2 * minute + 59 * day * (i / (count - 1)) ** 1.6;
    const isSpam = i % 23 === 7;
    return demoLead(i, { came: Math.round(now - age), now, isSpam, random });
  });
  return leads.map((it, i) => (i % 19 === 4 ? sentAgain(it, leads[i + 30]) : it));
}

/** The later lead as a second request of whoever sent the earlier one. */
function sentAgain(later: SubmissionRecord, first?: SubmissionRecord): SubmissionRecord {
  if (!first) return later;
  const { name, email, phone, phone_e164, company, id, created_at: at } = first;
  return { ...later, name, email, phone, phone_e164, company, earlier: [{ id, at, by: 'both' }] };
}

interface Origin {
  came: number;
  now: number;
  isSpam: boolean;
  random: SeededRandom;
}

function demoLead(i: number, { came, now, isSpam, random }: Origin): SubmissionRecord {
  const created_at = new Date(came).toISOString();
  const industry = industries[(i * 5) % industries.length] ?? otherIndustry.value;
  const source = industry === 'tree-service' ? 'contact_form' : 'contact_page';
  const person = personIn(industry, i, random);
  const story = isSpam ? heldFor(random) : storyOf(came, now, random);
  return {
    id: random.uuid(),
    ...person,
    industry,
    message: isSpam ? spamMessage : random.chance(0.6) ? random.pick(messages) : null,
    consent_marketing: true,
    created_at,
    source,
    consent: {
      version: currentConsent.version,
      sha256: hash('sha256', currentConsent.text),
      at: created_at,
      page_url: `http://localhost:8888/${source === 'contact_form' ? industry : 'contact'}`,
      ip: `203.0.113.${String(i % 250)}`,
      user_agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15',
    },
    ...story,
    phone_e164: phoneE164(person.phone),
    ...originIn(industry, random),
    ...handledBy(came, now, isSpam, random),
    lease: null,
  };
}

function personIn(industry: string, i: number, random: SeededRandom) {
  const first = random.pick(firstNames);
  const last = random.pick(lastNames);
  const company = `${last} ${random.pick(companyWords[industry] ?? ['Services'])}`;
  const plain = (text: string): string =>
    text
      .normalize('NFD')
      .replace(/[^a-zA-Z]/g, '')
      .toLowerCase();
  return {
    name: `${first} ${last}`,
    email: random.chance(0.5)
      ? `${plain(first)}.${plain(last)}@example.com`
      : `${plain(first)}@${plain(last)}-${industry}.example.com`,
    phone: `(${random.pick(['713', '281', '832'])}) 555-01${String(i % 100).padStart(2, '0')}`,
    company,
  };
}

/** Most visitors come by an advertisement and look at the price first. */
function originIn(industry: string, random: SeededRandom) {
  const priced = pricedIndustries.find(({ value }) => value === industry);
  const landing_path =
    industry === 'tree-service' ? '/tree-service' : random.pick(['/', '/pricing']);
  const quote = { quoted_industry: industry, quoted_price: priced?.price ?? minimumPrice };
  const ad = random.pick([
    { utm_source: 'google', utm_medium: 'cpc', utm_campaign: `spring-${industry}` },
    { utm_source: 'facebook', utm_medium: 'paid-social', utm_campaign: 'owners-texas' },
    { referrer: 'www.yelp.com' },
    {},
  ]);
  return { attribution: { ...ad, landing_path, ...(random.chance(0.6) && quote) } };
}

function storyOf(came: number, now: number, random: SeededRandom): Story {
  const trouble = troubleFor(came, now);
  if (trouble) return trouble;
  if (!isThrough(came, now) || random.chance(0.9)) return deliveredAtOnce(came);
  return random.chance(0.3) ? resent(came, staff[0]) : delivered(came, random.pick([1, 2, 3, 5]));
}

const heldFor = (random: SeededRandom): Story => ({
  delivery: {
    state: 'held',
    reasons: [random.pick(spamReasons), ...(random.chance(0.3) ? ['mostly_links'] : [])],
  },
  attempts: [],
  tries: 0,
});

/** Whether somebody answered the person and put the lead away. The oldest leads don't say. */
function handledBy(came: number, now: number, isSpam: boolean, random: SeededRandom) {
  const age = now - came;
  if (age > 55 * day) return {};
  if (isSpam) return { answered: null, archived: age > 2 * day };
  const time = came + random.pick(answerDelays) * minute;
  const isWaiting = time > now || age < 20 * minute || random.chance(age < 2 * day ? 0.3 : 0.02);
  if (isWaiting) return { answered: null, archived: false };
  const answered = { at: new Date(time).toISOString(), by: random.pick(staff) };
  return { answered, archived: age > 14 * day && random.chance(0.3) };
}

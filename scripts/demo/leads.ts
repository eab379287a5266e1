import { hash } from 'node:crypto';
import { inventedWords } from '../../functions/invented-words.ts';
import { phoneE164 } from '../../src/shared/phone.ts';
import type { SubmissionRecord } from '../../functions/store/record.ts';
import { currentConsent } from '../../src/shared/consent.ts';
import { minimumPrice, otherIndustry, pricedIndustries } from '../../src/shared/pricing.ts';
import { spamReasons } from '../../src/shared/submission.ts';
import { chanceFor, type Chance } from './chance.ts';
import { storyOf, type Story } from './deliveries.ts';
import { companyWords, firstNames, lastNames, messages, spamMessage } from './words.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const industries = [...pricedIndustries, otherIndustry].map(({ value }) => value);

/** Minutes until somebody answered: many within the promised five, some the next day. */
const answerDelays = [1, 2, 3, 3, 4, 4, 9, 13, 38, 55, 170, 230, 900, 1600] as const;

/** Invented leads of the last 60 days, newest first and the newer the denser. */
export function demoLeads(count: number, now: number): SubmissionRecord[] {
  const leads = Array.from({ length: count }, (_, i) => {
    const age = 2 * minute + 59 * day * (i / (count - 1)) ** 1.6;
    return demoLead(i, Math.round(now - age), now);
  });
  return leads.map((it, i) => (i % 19 === 4 ? sentAgain(it, leads[i + 30]) : it));
}

/** The later lead as a second request of whoever sent the earlier one. */
function sentAgain(later: SubmissionRecord, first?: SubmissionRecord): SubmissionRecord {
  if (!first) return later;
  const { name, email, phone, phone_e164, company, id, created_at: at } = first;
  return { ...later, name, email, phone, phone_e164, company, earlier: [{ id, at, by: 'both' }] };
}

function demoLead(i: number, came: number, now: number): SubmissionRecord {
  const chance = chanceFor(i);
  const isSpam = i % 23 === 7;
  const created_at = new Date(came).toISOString();
  const industry = industries[(i * 5) % industries.length] ?? otherIndustry.value;
  const source = industry === 'tree-service' ? 'contact_form' : 'contact_page';
  const phone = `(${chance.pick('area', ['713', '281', '832'])}) 555-01${String(i % 100).padStart(2, '0')}`;
  const message = chance.of('writes', 0.6) ? chance.pick('message', messages) : null;
  return {
    id: crypto.randomUUID(),
    ...inventedWords('DEMO'),
    ...personIn(industry, chance),
    phone,
    phone_e164: phoneE164(phone),
    industry,
    message: isSpam ? spamMessage : message,
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
    ...(isSpam ? heldFor(chance) : storyOf(came, now, chance)),
    ...originIn(industry, chance),
    ...handledBy(came, now, isSpam, chance),
    lease: null,
  };
}

function personIn(industry: string, chance: Chance) {
  const first = chance.pick('first name', firstNames);
  const last = chance.pick('last name', lastNames);
  const plain = (text: string): string =>
    text
      .normalize('NFD')
      .replace(/[^a-zA-Z]/g, '')
      .toLowerCase();
  return {
    name: `${first} ${last}`,
    email: chance.of('own domain', 0.5)
      ? `${plain(first)}@${plain(last)}-${industry}.example.com`
      : `${plain(first)}.${plain(last)}@example.com`,
    company: `${last} ${chance.pick('company', companyWords[industry] ?? ['Services'])}`,
  };
}

/** Most visitors come by an advertisement and look at the price first. */
function originIn(industry: string, chance: Chance) {
  const priced = pricedIndustries.find(({ value }) => value === industry);
  const landing_path =
    industry === 'tree-service' ? '/tree-service' : chance.pick('page', ['/', '/pricing']);
  const quote = { quoted_industry: industry, quoted_price: priced?.price ?? minimumPrice };
  const ad = chance.pick('advertisement', [
    { utm_source: 'google', utm_medium: 'cpc', utm_campaign: `spring-${industry}` },
    { utm_source: 'facebook', utm_medium: 'paid-social', utm_campaign: 'owners-texas' },
    { referrer: 'www.yelp.com' },
    {},
  ]);
  return { attribution: { ...ad, landing_path, ...(chance.of('asks the price', 0.6) && quote) } };
}

function heldFor(chance: Chance): Story {
  const more = chance.of('second reason', 0.3) ? ['mostly_links'] : [];
  const reasons = [chance.pick('reason', spamReasons), ...more];
  return { delivery: { state: 'held', reasons }, attempts: [], tries: 0 };
}

/** Whether somebody answered the person and put the lead away. The oldest leads don't say. */
function handledBy(came: number, now: number, isSpam: boolean, chance: Chance) {
  const age = now - came;
  if (age > 55 * day) return {};
  if (isSpam) return { answered: null, archived: age > 2 * day };
  const time = came + chance.pick('delay', answerDelays) * minute;
  const isSlow = chance.of('waits', age < 2 * day ? 0.3 : 0.02);
  if (time > now || age < 20 * minute || isSlow) return { answered: null, archived: false };
  const by = chance.pick('staff', ['admin@example.com', 'jo@example.com']);
  const answered = { at: new Date(time).toISOString(), by };
  return { answered, archived: age > 14 * day && chance.of('archived', 0.3) };
}

/** The figures of docs/costs.md follow from its first table, which tests/integration/store/costs.test.ts measures. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const docs = readFileSync('docs/costs.md', 'utf8');
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** The cells of the table with this header, by their first cell. */
function tableOf(header: string): Map<string, string[]> {
  const lines = docs.split('\n');
  const begin = lines.findIndex((line) => line.startsWith(`| ${header} `)) + 2;
  const rows = lines.slice(begin, lines.indexOf('', begin));
  return new Map(
    rows.map((row) => {
      const [name = '', ...cells] = row.split('|').slice(1, -1);
      return [name.trim(), cells.map((it) => it.trim())];
    }),
  );
}

const numbersIn = (header: string): Map<string, number[]> =>
  new Map(
    [...tableOf(header)].map(([name, cells]) => [
      name,
      cells.map((it) => Number(it.replaceAll(',', ''))),
    ]),
  );

type Billed = readonly [number, number, number];

const prices = numbersIn('Firestore bills for');
const price = (name: string): Billed => {
  const [reads = NaN, writes = NaN, deletes = NaN] = prices.get(name) ?? [];
  return [reads, writes, deletes];
};
const times = (count: number, [reads, writes, deletes]: Billed): Billed => [
  count * reads,
  count * writes,
  count * deletes,
];
const sum = (...all: readonly Billed[]): Billed =>
  all.reduce((a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]], [0, 0, 0]);

const say = (it: number): string => it.toLocaleString('en-US');

const work: Record<string, [number, Billed]> = {
  '`tick`, every five minutes': [8640, price('a run of `tick` with nothing to deliver')],
  '`hourly`: erasing old leads': [720, price('an hour without old leads to erase')],
  '`hourly`: the canary': [720, price('a visit by the canary')],
  'a monitor of /api/health, every five minutes': [8640, price('a request to /api/health')],
  'a monitor with the HEALTH_TOKEN, every hour': [720, price('the same with the HEALTH_TOKEN')],
};
const own = sum(...Object.values(work).map((it) => times(...it)));

test('the cost of the site’s own work is each count times its price', () => {
  const rows = Object.entries(work).map(
    ([name, item]) => [name, [item[0], ...times(...item)]] as const,
  );
  const expected = new Map([...rows, ['**together**', [0, ...own]] as const]);
  expect(numbersIn("the site's own work in a month")).toEqual(expected);
});

const looks = 25_080;
const alerts = 4224;
const newsFor = (leads: number) => Math.min(8 * leads, looks);

/** In the order of the table's rows. */
function month(leads: number) {
  const followed = sum(
    price('the inbox: a lead’s panel'),
    times(2, price('a lead that an admin answers')),
    price('an outcome that an admin notes'),
  );
  return {
    own,
    looks: times(looks, price('the inbox: a look when nothing changed')),
    news: [newsFor(leads) * price('the inbox: its first page')[0], 0, 0] as const,
    alerts: times(alerts, price('a request to /api/alerts')),
    came: times(leads, price('a lead with a message of 60 letters or more')),
    reports: times(3 * leads, price('a report that the form works')),
    followed: times(leads, followed),
  };
}

test('Firestore’s monthly operations are the counts times the calls', () => {
  const columns = [100, 100_000].map((leads) => {
    const parts = Object.values(month(leads));
    return [...parts, sum(...parts)];
  });
  const [few = [], many = []] = columns;
  const rows = [...numbersIn('Firestore in a month').values()];
  expect(rows).toEqual(few.map((it, i) => [...it, ...(many[i] ?? [])]));
});

/** Leads come each day; salespeople work on 22 days of 30. */
function days(leads: number) {
  const { own, came, reports, ...staff } = month(leads);
  const other = times(1 / 30, sum(own, came, reports));
  return { working: sum(other, times(1 / 22, sum(...Object.values(staff)))), other };
}

const bills = tableOf('both in a month');
const both = (of: (leads: number) => string): string[] => [100, 100_000].map(of);

test('the figures of a working day and Firestore’s bill follow from the same counts', () => {
  const reads = (leads: number) => say(Math.round(days(leads).working[0]));
  expect(bills.get('documents read on a working day')).toEqual(both(reads));
  const writes = say(Math.round(days(10_000).working[1]));
  expect(oneLine(docs)).toContain(
    `At 10,000, a working day has ${reads(10_000)} reads and ${writes} writes`,
  );
  const gib = (leads: number) => (12 * leads * 30_000) / 1024 ** 3;
  expect(bills.get('stored after a year, at 30,000 bytes a lead')).toEqual(
    both((leads) => `${gib(leads).toFixed(2)} GiB`),
  );
  const beyondFree = ([reads, writes]: Billed) =>
    Math.max(0, reads - 50_000) * 0.06 + Math.max(0, writes - 20_000) * 0.18;
  const dollars = (leads: number): string => {
    const { working, other } = days(leads);
    const { came, reports } = month(leads);
    const [, , expired] = sum(came, reports);
    const operations = 22 * beyondFree(working) + 8 * beyondFree(other) + 0.02 * expired;
    return `$${(operations / 100_000 + 0.18 * Math.max(0, gib(leads) - 1)).toFixed(2)}`;
  };
  expect(bills.get('Firestore, after that year')).toEqual(both(dollars));
});

const calls = numbersIn('calls of functions in a month');

/** How often a Netlify schedule runs in 30 days. */
function runsOf(schedule: string): number {
  const hours = 30 * 24;
  if (schedule === '@hourly') return hours;
  const [, everyMinutes] = /^\*\/(\d+) \* \* \* \*$/.exec(schedule) ?? [];
  if (everyMinutes) return (hours * 60) / Number(everyMinutes);
  throw new Error(`Say here how often ${schedule} runs, and in docs/costs.md what it costs.`);
}

test('the table of calls lists each schedule, as often as it runs', async () => {
  const doors = globSync('netlify/functions/*.ts').map(async (file) => {
    const { config } = (await import(path.resolve(file))) as { config: { schedule?: string } };
    const { schedule } = config;
    return schedule === undefined ? [] : [[`\`${path.parse(file).name}\``, runsOf(schedule)]];
  });
  const listed = [...calls].flatMap(([name, [, count]]) =>
    name.startsWith('`') ? [[name, count]] : [],
  );
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries((await Promise.all(doors)).flat()));
});

/** Netlify's bill without deploys. */
function creditsFor(leads: number): number {
  const rows = [...calls].filter(([name]) => name !== '**together**');
  const countIn = (row: readonly number[]) => row[leads === 100 ? 1 : 2] ?? NaN;
  const count = (all: typeof rows) => all.reduce((n, [, row]) => n + countIn(row), 0);
  expect(countIn(calls.get('**together**') ?? [])).toBe(count(rows));
  const deliveries = leads;
  const seconds = rows.reduce((n, [, row]) => n + (row[0] ?? NaN) * countIn(row), deliveries);
  const visits = 30 * leads;
  // The page and two scripts.
  const canarysPages = 3 * 720;
  // A scheduled function needs no request.
  const asked = count(rows.filter(([name]) => !name.startsWith('`')));
  const requests = 15 * visits + asked + canarysPages;
  const news = newsFor(leads);
  const megabytes = 0.2 * visits + 0.02 * news + 0.001 * (looks - news);
  return (10 * seconds) / 3600 + (2 * requests) / 10_000 + (20 * megabytes) / 1000;
}

test('Netlify’s credits follow from the calls, and ten deploys fit into the free plan', () => {
  const credits = (deploys: number) => (leads: number) => creditsFor(leads) + 15 * deploys;
  for (const [name, deploys] of [
    ['without deploys', 0],
    ['with ten deploys', 10],
  ] as const)
    expect(bills.get(`Netlify credits, ${name}`)).toEqual(
      both((leads) => say(Math.round(credits(deploys)(leads)))),
    );
  const bought = Math.ceil((credits(10)(100_000) - 3000) / 1500);
  const pro = `Pro, $${(20 + 10 * bought).toFixed(2)}`;
  expect(bills.get('Netlify, with ten deploys')).toEqual(['Free, $0.00', pro]);

  const few = creditsFor(100);
  expect(few).toBeLessThanOrEqual(100);
  const left = Math.floor((300 - few) / 15);
  const used = `uses ${Math.round(few)} of them`;
  expect(oneLine(docs)).toContain(`${used} at 100 leads a month, which leaves ${left} deploys`);
  expect(oneLine(readFileSync('docs/get-ready.md', 'utf8'))).toContain(
    `${used}, so there are ${left} deploys`,
  );
});

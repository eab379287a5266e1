import { hash } from 'node:crypto';
import { conversionName, type AdNetwork, type LeftOut } from '../../src/shared/follow-up-schema.ts';
import { clickIds } from '../../src/shared/attribution.ts';
import { phoneE164 } from '../../src/shared/phone-numbers.ts';
import { foldEmail, type SubmissionRecord } from '../store/record.ts';
import { csvLine } from '../../src/shared/csv.ts';

interface Format {
  /** The columns of the network's click IDs. A row has the first one that the lead has. */
  columnsOfIds: Partial<Record<(typeof clickIds)[number], string>>;
  email: string;
  phone: string;
  normalize: (local: string, domain: string) => string;
}

const withoutTag = (local: string): string => local.replace(/\+.*$/, '').replaceAll('.', '');

/** The columns are in docs/ads.md, with their sources. */
const formats: Record<AdNetwork, Format> = {
  google: {
    columnsOfIds: { gclid: 'Google Click ID', gbraid: 'GBRAID', wbraid: 'WBRAID' },
    email: 'Email',
    phone: 'Phone Number',
    normalize: (local, domain) =>
      ['gmail.com', 'googlemail.com'].includes(domain) ? withoutTag(local) : local,
  },
  microsoft: {
    columnsOfIds: { msclkid: 'Microsoft Click ID' },
    email: 'Hashed Email Address',
    phone: 'Hashed Phone Number',
    normalize: (local) => withoutTag(local.normalize('NFD').replace(/\p{M}/gu, '')),
  },
};

/** One conversion, by the columns of the network. */
type Row = Record<string, string>;

/** Other signs could be a formula, and no network's click IDs have them. */
const isUsable = (id: string | undefined): id is string => /^\w[\w-]*$/.test(id ?? '');

/** Why nothing about the lead may go to an ad network. Decision 0040. */
export function reasonAgainst({
  gpc,
  delivery,
  opted_out,
  ...lead
}: SubmissionRecord): LeftOut | undefined {
  if (gpc === undefined) return 'older';
  if (gpc) return 'gpc';
  if (opted_out) return 'opted-out';
  if (delivery.state === 'held') return 'held';
  return lead.consent_marketing ? undefined : 'no-consent';
}

function clickIdOf({ attribution }: SubmissionRecord, columns: Format['columnsOfIds']) {
  const name = clickIds.find((it) => columns[it] && isUsable(attribution?.[it]));
  return name && { [String(columns[name])]: String(attribution?.[name]) };
}

/** Only somebody who has the e-mail address or phone number can recognize them. */
function hashesOf(lead: SubmissionRecord, { email, phone, normalize }: Format): Row {
  const [local = '', domain = ''] = foldEmail(lead.email).replace(/\s/g, '').split('@');
  const number = phoneE164(lead.phone);
  return {
    [email]: hash('sha256', `${normalize(local, domain)}@${domain}`),
    ...(number !== null && { [phone]: hash('sha256', number) }),
  };
}

/** Either a click ID or hashes: Google refuses a row with both. */
export function rowOf(record: SubmissionRecord, network: AdNetwork): Row {
  const format = formats[network];
  const { outcome } = record;
  const amount = outcome?.state === 'won' ? outcome.amount : undefined;
  return {
    ...(clickIdOf(record, format.columnsOfIds) ?? hashesOf(record, format)),
    'Conversion Name': conversionName,
    // In UTC, so that no setting of the account changes it.
    'Conversion Time': `${outcome?.at.slice(0, 19)}+0000`,
    // Without them, the network uses the value that was set up there.
    ...(amount !== undefined && {
      'Conversion Value': String(amount),
      'Conversion Currency': 'USD',
    }),
  };
}

/** Google wants its first column in each file, and no other that isn't needed. */
export function csvOf(rows: readonly Row[], network: AdNetwork): string {
  const { columnsOfIds, email, phone } = formats[network];
  const [clickId = '', ...others] = Object.values(columnsOfIds);
  const ifUsed = (...columns: string[]) =>
    columns.filter((it) => rows.some((row) => row[it] !== undefined));
  const conversion = ['Name', 'Time', 'Value', 'Currency'].map((it) => `Conversion ${it}`);
  const columns = [clickId, ...ifUsed(...others), ...conversion, ...ifUsed(email, phone)];
  const lines = rows.map((row) => csvLine(columns.map((it) => row[it] ?? '')));
  return csvLine(columns) + lines.join('');
}

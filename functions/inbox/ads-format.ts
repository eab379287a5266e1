import { hash } from 'node:crypto';
import { conversionName, type AdNetwork, type LeftOut } from '../../src/shared/follow-up-schema.ts';
import { clickIds } from '../../src/shared/attribution.ts';
import { phoneE164 } from '../../src/shared/phone-numbers.ts';
import { foldEmail, type SubmissionRecord } from '../store/record.ts';
import { csvLine } from '../../src/shared/csv.ts';

interface Format {
  /** The columns of the network's click IDs. A row has the lead's first click ID. */
  columnsOfIds: Partial<Record<(typeof clickIds)[number], string>>;
  email: string;
  phone: string;
  normalize: (local: string, domain: string) => string;
}

const withoutTag = (local: string): string => local.replace(/\+.*$/, '').replaceAll('.', '');

/** docs/ads.md has the columns and their sources. */
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

type Row = Record<string, string>;

/** Other characters could make a formula, and no network's click IDs have them. */
const isUsable = (id: string | undefined): id is string => /^\w[\w-]*$/.test(id ?? '');

/**
 * Why the lead must not go to an ad network. In California, such a file can be "sharing", and Global Privacy Control
 * is an opt-out of it. The form's consent covers texts, calls and e-mails only.
 */
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
  const name = clickIds.find(
    (parameter) => columns[parameter] && isUsable(attribution?.[parameter]),
  );
  return name && { [String(columns[name])]: String(attribution?.[name]) };
}

/** Only a network that has the e-mail address or phone number can recognize the person. */
function hashesOf(lead: SubmissionRecord, { email, phone, normalize }: Format): Row {
  const [local = '', domain = ''] = foldEmail(lead.email).replace(/\s/g, '').split('@');
  const number = phoneE164(lead.phone);
  return {
    [email]: hash('sha256', `${normalize(local, domain)}@${domain}`),
    ...(number !== null && { [phone]: hash('sha256', number) }),
  };
}

/** Has a click ID or hashes, because Google refuses a row with both. */
export function rowOf(record: SubmissionRecord, network: AdNetwork): Row {
  const format = formats[network];
  const { outcome } = record;
  const amount = outcome?.state === 'won' ? outcome.amount : undefined;
  return {
    ...(clickIdOf(record, format.columnsOfIds) ?? hashesOf(record, format)),
    'Conversion Name': conversionName,
    // In UTC, because no setting of the account should change the time.
    'Conversion Time': `${outcome?.at.slice(0, 19)}+0000`,
    // Without these, the network uses the value that is set up there.
    ...(amount !== undefined && {
      'Conversion Value': String(amount),
      'Conversion Currency': 'USD',
    }),
  };
}

/** Google wants its first column in each file, and no other column without a use. */
export function csvOf(rows: readonly Row[], network: AdNetwork): string {
  const { columnsOfIds, email, phone } = formats[network];
  const [clickId = '', ...others] = Object.values(columnsOfIds);
  const ifUsed = (...columns: string[]) =>
    columns.filter((column) => rows.some((row) => row[column] !== undefined));
  const conversion = ['Name', 'Time', 'Value', 'Currency'].map((part) => `Conversion ${part}`);
  const columns = [clickId, ...ifUsed(...others), ...conversion, ...ifUsed(email, phone)];
  const lines = rows.map((row) => csvLine(columns.map((column) => row[column] ?? '')));
  return csvLine(columns) + lines.join('');
}

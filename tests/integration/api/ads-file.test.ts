/** The files' columns and values, as docs/ads.md has them from the networks' documents. */
import { expect, test } from 'vitest';
import { adsOnSqlite, google, microsoft, won } from '../../support/worlds/staff-world.ts';

const hashes = {
  cloudy: '223ebda6f6889b1494551ba902d9d381daf2f642bae055888e96343d53e9f9c4',
  tagged: 'f109a2a632fbcea5fc82049f50beed3d8621bf9034399f437fb622222acccdac',
  untagged: '795bcb4bf560f9867afb3de2d0d3a94976324007c45ea099ec14e90231540547',
  phone: 'fb4f73a6ec5fdb7077d564cdd22c3554b43ce49168550c3b12c547b78c517b30',
};
/** The examples of Google's documents. */
const people = [
  { email: ' Cloudy.SanFrancisco+shopping@Gmail.com ', phone: '(800) 555-0100' },
  { email: 'user.name+NYC@Example.com', phone: 'none' },
];

test('has hashes of addresses and numbers as Google writes them', async () => {
  const { take } = await adsOnSqlite(...people.map(won));
  const { head, rows } = await take(google);
  expect(head?.join()).toBe(
    'Google Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency,Email,Phone Number',
  );
  expect(rows).toEqual([
    {
      'Conversion Name': 'Website lead won',
      'Conversion Time': '2026-11-24T16:00:00+0000',
      Email: hashes.cloudy,
      'Phone Number': hashes.phone,
    },
    expect.objectContaining({ Email: hashes.tagged }),
  ]);
  expect(rows[1]).not.toHaveProperty('Phone Number');
});

test('has them as Microsoft writes them, without dots, tags and accents anywhere', async () => {
  const { take } = await adsOnSqlite(...people.map(won), won({ email: 'üser.nàme@example.com' }));
  const { head, rows } = await take(microsoft);
  expect(head?.join()).toBe(
    'Microsoft Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency,Hashed Email Address,Hashed Phone Number',
  );
  const [cloudy, tagged, accented] = rows.map((it) => it['Hashed Email Address']);
  expect([cloudy, tagged, accented]).toEqual([hashes.cloudy, hashes.untagged, hashes.untagged]);
  expect(rows[0]?.['Hashed Phone Number']).toBe(hashes.phone);
});

test('has one click ID instead of hashes, of the network that it is for', async () => {
  const ids = { gclid: 'EAIaIQobChMI-x_1', gbraid: '0AAAA', msclkid: 'f894f652ea334e73' };
  const { take } = await adsOnSqlite(
    won({ attribution: ids, amount: 950 }),
    won({ attribution: { wbraid: 'Cj8' } }),
  );
  const named = {
    'Conversion Name': 'Website lead won',
    'Conversion Time': '2026-11-24T16:00:00+0000',
  };
  const paid = { 'Conversion Value': '950', 'Conversion Currency': 'USD' };
  const { head, rows } = await take(google);
  expect(head?.join()).toBe(
    'Google Click ID,WBRAID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency',
  );
  expect(rows).toEqual([
    { 'Google Click ID': ids.gclid, ...named, ...paid },
    { WBRAID: 'Cj8', ...named },
  ]);
  const [first, second] = (await take(microsoft)).rows;
  expect(first).toEqual({ 'Microsoft Click ID': ids.msclkid, ...named, ...paid });
  expect(second?.['Hashed Email Address']).toMatch(/^[\da-f]{64}$/);
});

test.each(['=HYPERLINK("x")', '-1+1', '+1', '@x', 'a b', 'ab\r\n=1', "'=1", 'x,y'])(
  'never has the click ID %j, which could be a formula',
  async (gclid) => {
    const { take } = await adsOnSqlite(won({ attribution: { gclid, utm_campaign: '=1+1' } }));
    const { text, rows } = await take(google);
    expect(rows[0]?.['Email']).toMatch(/^[\da-f]{64}$/);
    expect(text).not.toContain(gclid);
    expect(text).not.toMatch(/(^|,)"?['=+@-]/m);
  },
);

import { inCompanyTime } from '../../src/shared/company-time.ts';
import { consentTextOf } from '../../src/shared/consent-receipt.ts';
import { splitLinks } from '../../src/shared/inline-links.ts';
import { ground } from '../../src/shared/headers.ts';
import { sha256Base64 } from '../../src/shared/sha256.ts';
import type { AuditEntry } from '../../src/shared/audit.ts';
import { actorOf, appendAction } from '../audit/audit-log.ts';
import { forAdmins } from '../auth/admins.ts';
import { respond } from '../http/answer.ts';
import { escapeHtml } from '../../src/shared/placeholders.ts';
import { Refusal, noSubmission, parametersOf } from '../http/request.ts';
import type { SubmissionRecord } from '../store/record.ts';

export const consentCertificate = forAdmins(async ({ url }, deps, admin) => {
  const { id } = parametersOf(url);
  if (!id) throw new Refusal(400, 'Please send the submission’s id as id.');
  const store = await deps.store();
  const record = await store.get(id);
  if (!record?.consent.version) throw noSubmission();
  const event = { action: 'certified', submission: id } as const;
  const issued = await appendAction(event, actorOf(admin), deps);
  return respond(200, pageOf(record, issued, new URL(url).origin), {
    'content-type': 'text/html; charset=utf-8',
    'content-disposition': `inline; filename="consent-${encodeURIComponent(id)}.html"`,
    'content-security-policy': await certificatePolicy(),
  });
});

/** The page runs, loads and sends nothing. */
const certificatePolicy = async (): Promise<string> =>
  [...ground(`'none'`), `style-src 'sha256-${await sha256Base64(style)}'`].join('; ');

const longTime = inCompanyTime({ dateStyle: 'full', timeStyle: 'long' });
const timeOf = (iso: string): string => `${longTime.format(new Date(iso))} (${iso})`;

/** Everything is escaped here, and only here. */
const html = (strings: TemplateStringsArray, ...values: (string | number | Markup)[]): string =>
  String.raw(
    { raw: strings },
    ...values.map((value) =>
      typeof value === 'object' ? value.markup : escapeHtml(String(value)),
    ),
  );

interface Markup {
  markup: string;
}

type Fact = [string, string | Markup];

function pageOf(record: SubmissionRecord, issued: AuditEntry, origin: string): string {
  const { name, email, phone, company, id, source, consent, opted_out } = record;
  const { form, ticked, open_ms } = consent;
  const facts: Fact[] = [
    [
      'Who',
      {
        markup: [name, company, email, phone].map((value) => html`<bdi>${value}</bdi>`).join(', '),
      },
    ],
    ['When', timeOf(consent.at)],
    ...(opted_out ? [['Asked not to be contacted', timeOf(opted_out.at)] satisfies Fact] : []),
    ['From where', `${consent.ip}, ${consent.user_agent ?? 'browser not known'}`],
    ['On the page', consent.page_url ? `${consent.page_url}, as the browser said` : 'not known'],
    ['With the form', form ? `${source}, ${sentBy[form]}` : source],
    ['The box, which starts empty', boxOf(ticked)],
    ['Form open for', open_ms == null ? 'not known' : `${Math.round(open_ms / 1000)} seconds`],
    ['Version of the words', `${consent.version}, SHA-256 ${consent.sha256}`],
    ['Reference', id],
    ['Issued', `${timeOf(issued.at)}, for ${issued.by.name}`],
  ];
  const rows = facts.map(
    ([label, fact]) =>
      html`<tr>
        <th scope="row">${label}</th>
        <td>${fact}</td>
      </tr>`,
  );
  return html`<!doctype html>
    <html lang="en-US">
      <head>
        <meta charset="utf-8" />
        <meta name="robots" content="noindex" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Certificate of consent ${id}</title>
        ${{ markup: `<style>${style}</style>` }}
      </head>
      <body>
        <h1>Certificate of consent</h1>
        <blockquote>${{ markup: wordsOf(consent.version, origin) }}</blockquote>
        <table>
          ${{ markup: rows.join('\n') }}
        </table>
        <p>The receipt was written when the form was sent.</p>
        <h2>To check it by hand</h2>
        <p>
          These are the words, with their links as the site’s files have them. Saved as one line
          without a line break, their <code>sha256sum</code> is the one above.
        </p>
        <pre id="words">${consentTextOf(consent.version) ?? wordsMissing}</pre>
      </body>
    </html> `;
}

const wordsMissing = 'The words of this version are not on file.';

const wordsOf = (version: string, origin: string): string =>
  splitLinks(consentTextOf(version) ?? wordsMissing)
    .map(({ text, href }) =>
      href === undefined ? html`${text}` : html`<a href="${origin}${href}">${text}</a>`,
    )
    .join('');

const sentBy = {
  island: 'sent by the page’s script',
  plain: 'sent by the browser without a script',
};

/** Only the form's script sends this. */
function boxOf(ticked: boolean | null | undefined): string {
  if (ticked == null) return 'ticked; whether on this page isn’t known';
  return ticked
    ? 'ticked by the visitor on this page, as the form said'
    : 'ticked by the visitor before, and restored, as the form said';
}

const style = `@page{margin:12mm}body{max-width:48rem;margin:1rem auto;padding:0 1rem;font:14px/1.4 system-ui,sans-serif}
h1{font-size:1.5rem;margin:0}h2{font-size:1.1rem;margin:.8rem 0 0}p{margin:.4rem 0}blockquote{margin:.6rem 0;padding:.6rem;border:1px solid}
th{text-align:left;vertical-align:top;font-weight:600;width:11rem;padding-right:1rem}td,code,pre{overflow-wrap:anywhere}
code,pre{font:11px/1.35 ui-monospace,monospace}pre{white-space:pre-wrap;margin:.2rem 0;padding:.4rem;border:1px dotted}
@media print{body{max-width:none;margin:0;padding:0;font-size:10px}code,pre{font-size:8px}}`;

import { useEffect, useState } from 'react';
import { saveInBrowser } from '../../../browser/save-file.ts';
import { showToast } from '../../../browser/toasts.ts';
import { admin } from '../../../copy/admin.ts';
import { panel as words, again } from '../../../copy/lead-panel.ts';
import { InlineLinks } from '../../InlineLinks.tsx';
import { api } from '../../../shared/api.ts';
import { consentTextOf } from '../../../shared/consent-receipt.ts';
import { mailTo, tel } from '../../../shared/phone-numbers.ts';
import { originOf } from '../../../shared/attribution.ts';
import { sha256 } from '../../../shared/sha256.ts';
import { awaitsAnswer, canBeCalled } from '../../../shared/awaits.ts';
import type { SubmissionItem } from '../../../shared/submission.ts';
import { Button } from '../../staff/Button.tsx';
import { exactTime } from '../../staff/format.ts';
import { once } from '../../staff/query-client.ts';
import { addressOf, archivedOnly, noFilter } from '../filters/filter.ts';
import { FilterLink } from '../filters/FilterLink.tsx';
import { useInbox, type Inbox } from '../inbox-store.ts';
import { AnswerLine, Badge } from '../list/cells.tsx';
import { Copy } from './Actions.tsx';
import { CallBack } from './CallBack.tsx';
import { DoNotContact } from './DoNotContact.tsx';
import { EarlierRequests, Fact, FieldFacts, FieldTexts } from './Facts.tsx';
import { Notes } from './Notes.tsx';
import { Outcome } from './Outcome.tsx';
import { Timeline } from '../Timeline.tsx';
import css from './details.module.css';

export function Details({ item }: { item: SubmissionItem }) {
  const { answering } = useInbox();
  const campaign = item.attribution?.utm_campaign;
  const reach = (): void => answering.offer(item);
  const isSafe = !item.opted_out && item.delivery.state !== 'held';
  return (
    <div className={css.details}>
      <section aria-labelledby="opened-contact">
        <h3 id="opened-contact">{words.contact}</h3>
        <p className={`flow ${css.reach}`}>
          <a
            className={isSafe ? 'button' : 'button button--plain'}
            href={tel(item)}
            onClick={reach}
          >
            {words.call} <b>{item.phone}</b>
          </a>
          <a className="button button--plain" href={mailTo(item.email)} onClick={reach}>
            {words.mail} <b>{item.email}</b>
          </a>
        </p>
        <div className="flow">
          {(item.call_back || canBeCalled(item)) && <CallBack item={item} />}
          <DoNotContact item={item} />
        </div>
      </section>
      <FieldTexts item={item} />
      <Outcome item={item} />
      <Notes key={item.id} item={item} />
      <section aria-labelledby="opened-facts">
        <h3 id="opened-facts">{words.facts}</h3>
        <dl className={css.facts}>
          <Fact label={admin.columns.delivery}>
            <Badge delivery={item.delivery} />
          </Fact>
          <FieldFacts item={item} />
          <Fact label={admin.received}>
            <time dateTime={item.created_at}>{exactTime(item.created_at)}</time>
          </Fact>
          <Fact label={words.answer}>
            {(item.answered || awaitsAnswer(item)) && <AnswerLine item={item} />}
          </Fact>
          <Fact label={again.label}>
            {(item.earlier ?? []).length > 0 && <EarlierRequests item={item} />}
          </Fact>
          <Fact label={words.source}>{sources[item.source] ?? item.source}</Fact>
          <Fact label={words.origin}>
            <span>{originOf(item.attribution)}</span>{' '}
            {campaign !== undefined && (
              <FilterLink to={{ ...noFilter, campaign }}>{words.sameCampaign}</FilterLink>
            )}
          </Fact>
          <Fact label={words.id}>
            <code>{item.id}</code>{' '}
            <Copy className="tool" label={words.copyLink} text={linkOf(item)} />
          </Fact>
        </dl>
      </section>
      <Timeline item={item} />
      {item.consent.version && <Receipt item={item} />}
    </div>
  );
}

/** A newer version of the site may have stored another source. */
const sources: Readonly<Record<string, string>> = words.sources;

/** A search for an id finds that lead alone. If archived later, the empty result links to the archive. */
const linkOf = ({ id, archived }: SubmissionItem): string =>
  location.origin + addressOf({ ...(archived ? archivedOnly : noFilter), q: id });

function Receipt({ item: { id, consent, consent_marketing } }: { item: SubmissionItem }) {
  const inbox = useInbox();
  const text = consentTextOf(consent.version);
  return (
    <section aria-labelledby="opened-consent">
      <h3 id="opened-consent">{words.consent}</h3>
      {text === undefined ? (
        <p className="quiet">{words.consentUnknown}</p>
      ) : (
        <blockquote className={css.words}>
          <InlineLinks text={text} />
        </blockquote>
      )}
      <dl className={css.facts}>
        <Fact label={words.consentMarketing}>{consent_marketing ? admin.yes : admin.no}</Fact>
        <Fact label={words.agreed}>
          <time dateTime={consent.at}>{exactTime(consent.at)}</time>
        </Fact>
        <Fact label={words.version}>{consent.version}</Fact>
        <Fact label={words.hash}>
          <code>{consent.sha256}</code>
          {text !== undefined && <Match key={text} text={text} hash={consent.sha256} />}
        </Fact>
        <Fact label={words.page}>{consent.page_url ?? words.unknown}</Fact>
        <Fact label={words.form}>{consent.form && words.forms[consent.form]}</Fact>
        <Fact label={words.box}>
          {typeof consent.ticked === 'boolean' && (consent.ticked ? words.ticked : words.restored)}
        </Fact>
        <Fact label={words.open}>
          {typeof consent.open_ms === 'number' && words.seconds(consent.open_ms)}
        </Fact>
        <Fact label={words.address}>{consent.ip}</Fact>
        <Fact label={words.browser}>{consent.user_agent ?? words.unknown}</Fact>
      </dl>
      <p>
        <Button onPress={() => saveCertificate(inbox, id)}>{words.certificate.save}</Button>
      </p>
    </section>
  );
}

/**
 * Saves a lead's certificate of consent. A plain link can't send the token that the server needs. One
 * request at a time, because each adds an entry to the audit log.
 */
const saveCertificate = ({ ask, client }: Inbox, id: string) =>
  once(client, ['certificate', id], async () => {
    try {
      const page = await ask(`${api.consentCertificate}?id=${encodeURIComponent(id)}`);
      const name = words.certificate.file(id);
      saveInBrowser(await page.blob(), name);
      showToast({ title: words.certificate.saved(name) });
    } catch {
      showToast({ title: words.certificate.failed, destructive: true });
    }
  });

/** Whether the shown text is the one that was hashed when the visitor agreed to it. */
function Match({ text, hash }: { text: string; hash: string }) {
  const [own, setOwn] = useState<string>();
  useEffect(() => {
    sha256(text).then(setOwn, () => {
      // WebCrypto needs a secure page. Elsewhere, claim nothing.
    });
  }, [text]);
  if (own === undefined) return null;
  const matches = own === hash;
  return (
    <div data-tone={matches ? 'good' : 'bad'}>
      {matches ? words.hashMatches : words.hashDiffers}
    </div>
  );
}

import { useEffect, useState } from 'react';
import { admin } from '../../../copy/admin.ts';
import { splitLinks } from '../../../copy/inline-links.ts';
import { consentTexts } from '../../../shared/consent.ts';
import type { SubmissionItem } from '../../../shared/submission.ts';
import { Fact } from '../../staff/Fact.tsx';
import { sha256 } from '../../../shared/sha256.ts';
import { exactTime } from '../../staff/format.ts';
import css from './panel.module.css';

const words = admin.panel;

/** What was agreed to, in the very words, and what proves it. */
export function Receipt({ item: { consent, consent_marketing } }: { item: SubmissionItem }) {
  const text = consentTexts.find(({ version }) => version === consent.version)?.text;
  return (
    <section aria-labelledby="opened-consent">
      <h3 id="opened-consent">{words.consent}</h3>
      {text === undefined ? (
        <p className="quiet">{words.consentUnknown}</p>
      ) : (
        <blockquote className={css.words}>
          {splitLinks(text).map(({ text: part, href }) =>
            href === undefined ? (
              part
            ) : (
              <a key={href} href={href}>
                {part}
              </a>
            ),
          )}
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
          {text !== undefined && <Match text={text} hash={consent.sha256} />}
        </Fact>
        <Fact label={words.page}>{consent.page_url ?? words.unknown}</Fact>
        <Fact label={words.address}>{consent.ip}</Fact>
        <Fact label={words.browser}>{consent.user_agent ?? words.unknown}</Fact>
      </dl>
    </section>
  );
}

/** Whether the words shown are those that were hashed when they were agreed to. */
function Match({ text, hash }: { text: string; hash: string }) {
  const [own, setOwn] = useState<string>();
  useEffect(() => {
    sha256(text).then(setOwn, () => {
      // No cryptography on a page without https: nothing is claimed then.
    });
  }, [text]);
  if (own === undefined) return null;
  const matches = own === hash;
  return (
    <span className={css.match} data-ok={matches}>
      {matches ? words.hashMatches : words.hashDiffers}
    </span>
  );
}

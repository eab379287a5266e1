import { useEffect, useRef, useState } from 'react';
import { rateCard } from '../../copy/rate-card.ts';
import { minimumPrice, otherIndustry, pricedIndustries, usd } from '../../shared/pricing.ts';
import { contained } from '../Contained.tsx';
import { choose, lastChoice } from './choice.ts';
import { CustomerCost } from './CustomerCost.tsx';
import css from './price-checker.module.css';

const { checker } = rateCard;

const fieldId = 'price-industry';

interface Props {
  zeros: readonly string[];
}

function Checker({ zeros }: Props) {
  const select = useRef<HTMLSelectElement>(null);
  // The built page has no choice; the remembered one appears right after hydration.
  const [choice, setChoice] = useState('');
  // If a translator has changed the page, React replaces the field, and its choice is lost.
  const [early] = useState(() =>
    import.meta.env.SSR
      ? undefined
      : document.querySelector<HTMLSelectElement>(`#${fieldId}`)?.value,
  );

  useEffect(() => {
    const field = select.current;
    if (!field) return undefined;
    // A choice made before hydration wins over one remembered from an earlier page.
    const show = (shown: string) => {
      field.value = shown;
      setChoice(shown);
    };
    show(early ? choose(early) : lastChoice());
    // A page from the back/forward cache shows an older choice.
    const followBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) show(lastChoice());
    };
    addEventListener('pageshow', followBack);
    return () => removeEventListener('pageshow', followBack);
  }, [early]);

  return (
    <div className={`stack stack--close ticket ticket--torn ${css.checker}`}>
      <p>
        <label className="label" htmlFor={fieldId}>
          {checker.label}
        </label>
        <select
          id={fieldId}
          className="field"
          ref={select}
          onChange={(event) => setChoice(choose(event.target.value))}
        >
          <option value="">{checker.placeholder}</option>
          {pricedIndustries.map(({ value, label, price }) => (
            <option key={value} value={value} data-price={usd(price)}>
              {label}
            </option>
          ))}
          <option value={otherIndustry.value} data-price={`${usd(minimumPrice)}+`}>
            {otherIndustry.label}
          </option>
        </select>
      </p>
      <dl>
        {zeros.map((label) => (
          <div className="line" key={label}>
            <dt>{label}</dt>
            <dd className="amount">{usd(0)}</dd>
          </div>
        ))}
      </dl>
      <div className={`total ${css.total}`}>
        {/* Before a choice, the place of the price is blank, and the live region is silent. */}
        {choice === '' && (
          <>
            <div className={css.result}>
              <p className={css.empty}>{checker.empty}</p>
            </div>
            {/* PriceTicket.astro writes the price here if the choice comes before this code. */}
            <div className={`${css.result} ${css.early}`}>
              <p className={css.sum}>
                <b id="early-price" className={css.price} suppressHydrationWarning>
                  {' '}
                </b>{' '}
                <span>{rateCard.unit}</span>
              </p>
              <GetLeads />
            </div>
          </>
        )}
        <div className={css.result} aria-live="polite">
          {choice !== '' && <Result choice={choice} />}
        </div>
      </div>
      <div className={css.customer}>{choice !== '' && <CustomerCost choice={choice} />}</div>
    </div>
  );
}

function Result({ choice }: { choice: string }) {
  const priced = pricedIndustries.find(({ value }) => value === choice);
  return (
    <>
      {priced ? (
        // The key makes it a new element, so that screen readers read more than the new price.
        <p key={choice} className={css.sum}>
          <b className={css.price}>{usd(priced.price)}</b> <span>{rateCard.unit}</span>
        </p>
      ) : (
        <div className={`stack ${css.quote}`}>
          <p className={css.starting}>{rateCard.other.starting}</p>
          <p>{rateCard.other.quote}</p>
        </div>
      )}
      <GetLeads />
    </>
  );
}

const GetLeads = () => (
  <>
    <p>
      <a className="button" href="/contact">
        {rateCard.getLeads}
      </a>
    </p>
    <p className="small quiet">{rateCard.spamNote}</p>
  </>
);

export default contained(Checker);

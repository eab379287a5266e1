import { useEffect, useState } from 'react';
import { rateCard } from '../../copy/rate-card.ts';
import { minimumPrice, pricedIndustries, usd } from '../../shared/pricing.ts';
import { customerCost, mostDollars, winsIn, worthIn } from './customer-cost.ts';
import css from './price-checker.module.css';

const words = rateCard.customer;

const fields = ['worth', 'won'] as const;
type Typed = Record<(typeof fields)[number], string>;

/** Empty texts where nothing is wrong. */
function problemsIn({ worth, won }: Typed): Typed {
  const { problems } = words;
  return {
    worth: worth.trim() === '' || worthIn(worth) ? '' : problems.worth(usd(mostDollars)),
    won: won.trim() === '' || winsIn(won) ? '' : winsIn(won) === 0 ? problems.none : problems.won,
  };
}

/** The lines to print, with blank amounts until both fields have a number. */
function billOf(choice: string, typed: Typed) {
  const priced = pricedIndustries.find(({ value }) => value === choice);
  const price = priced?.price ?? minimumPrice;
  const atLeast = (amount: string) => (priced ? amount : words.from(amount));
  const atMost = (amount: string) => (priced ? amount : words.upTo(amount));
  const worth = worthIn(typed.worth);
  const won = winsIn(typed.won);
  const lead = words.lead(atLeast(usd(price)));
  const job = { label: words.job, amount: worth ? usd(worth) : words.blank };
  if (!worth || !won) {
    const total = { label: words.left, amount: words.blank };
    return { customer: { label: lead, amount: words.blank }, job, total, verdict: '' };
  }
  const { cost, left, paidAfter } = customerCost(price, worth, won);
  const customer = {
    label: `${lead}, ${words.ofTen(won)}`,
    amount: words.customer(atLeast(usd(cost))),
  };
  const total =
    left < 0
      ? { label: words.short, amount: atLeast(usd(-left)) }
      : { label: words.left, amount: atMost(usd(left)) };
  const verdict =
    left < 0 ? words.loss : paidAfter === undefined ? words.even : words.paid(paidAfter);
  return {
    customer,
    job,
    total,
    verdict: priced ? verdict : `${verdict} ${words.mayBeMore(usd(price))}`,
  };
}

/** A pause after the last key. Half a number isn't called wrong, and screen readers read one result. */
const pauseMs = 800;

/** Whether leads would pay, on the visitor's own numbers, which are neither stored nor sent. */
export function CustomerCost({ choice }: { choice: string }) {
  const [typed, setTyped] = useState<Typed>({ worth: '', won: '' });
  const [settled, settle] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => settle(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const isSettled = settled === typed;
  const problems = problemsIn(isSettled ? typed : { worth: '', won: '' });
  const isWrong = fields.some((name) => problems[name] !== '');
  const { customer, job, total, verdict } = billOf(choice, typed);
  const spoken = [customer, total].map(({ label, amount }) => `${label}: ${amount}.`);

  return (
    <details>
      <summary className="label">{words.title}</summary>
      <div className="stack stack--close">
        <div className={css.fields}>
          {fields.map((name) => (
            <p key={name}>
              <label className="label" htmlFor={`customer-${name}`}>
                {words.fields[name]}
              </label>
              <input
                id={`customer-${name}`}
                className="field"
                inputMode={name === 'won' ? 'numeric' : 'decimal'}
                autoComplete="off"
                value={typed[name]}
                aria-invalid={problems[name] !== ''}
                aria-describedby={problems[name] === '' ? undefined : `customer-${name}-problem`}
                onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
              />
            </p>
          ))}
        </div>
        <dl>
          {[customer, job, total].map(({ label, amount }, i) => (
            <div key={i} className={i < 2 ? 'line' : 'line total'}>
              <dt>{label}</dt>
              <dd className="amount">{amount}</dd>
            </div>
          ))}
        </dl>
        <p className={css.verdict} data-bad={isWrong}>
          {isWrong
            ? fields.map((name) => (
                <span key={name} id={`customer-${name}-problem`}>
                  {problems[name]}{' '}
                </span>
              ))
            : verdict}
        </p>
        <p className="sr-only" role="status">
          {isSettled &&
            (isWrong
              ? Object.values(problems).join(' ')
              : verdict && [...spoken, verdict].join(' '))}
        </p>
      </div>
    </details>
  );
}

import { useEffect, useState } from 'react';
import { rateCard } from '../../copy/rate-card.ts';
import { minimumPrice, pricedIndustries, usd } from '../../shared/pricing.ts';
import { customerCost, dollarsIn, mostDollars, winsIn } from './customer-cost.ts';
import css from './price-checker.module.css';

const words = rateCard.customer;

const fields = ['worth', 'won'] as const;
type Typed = Record<(typeof fields)[number], string>;

/** Empty texts where nothing is wrong. */
function problemsIn({ worth, won }: Typed): Typed {
  const { problems } = words;
  return {
    worth:
      worth.trim() === '' || dollarsIn(worth) !== undefined ? '' : problems.worth(usd(mostDollars)),
    won: won.trim() === '' || winsIn(won) ? '' : winsIn(won) === 0 ? problems.none : problems.won,
  };
}

interface Line {
  label: string;
  amount: string;
}

/** The lines to print, with blank amounts until both fields have a number. */
function billOf(choice: string, typed: Typed) {
  const priced = pricedIndustries.find(({ value }) => value === choice);
  const price = priced?.price ?? minimumPrice;
  const quoted = (amount: string) => (priced ? amount : words.from(amount));
  const worth = dollarsIn(typed.worth);
  const won = winsIn(typed.won);
  const job: Line = { label: words.job, amount: worth ? usd(worth) : words.blank };
  const lead = words.lead(quoted(usd(price)));
  if (!worth || !won) {
    const total: Line = { label: words.left, amount: words.blank };
    return { lines: [{ label: lead, amount: words.blank }, job], total, verdict: '' };
  }
  const { cost, left, month, paidAfter } = customerCost(price, worth, won);
  const verdict =
    left < 0
      ? words.loss
      : paidAfter === undefined
        ? words.even
        : words.paid(usd(month), paidAfter);
  return {
    lines: [
      { label: `${lead}, ${words.ofTen(won)}`, amount: words.customer(quoted(usd(cost))) },
      job,
    ],
    total: { label: left < 0 ? words.short : words.left, amount: usd(Math.abs(left)) },
    verdict: priced ? verdict : `${verdict} ${words.mayBeMore(usd(price))}`,
  };
}

/** A pause after the last key. A screen reader then reads one result, not one for each digit. */
const pauseMs = 800;

/** Whether leads would pay, on the visitor's own numbers, which are neither stored nor sent. */
export function CustomerCost({ choice }: { choice: string }) {
  const [typed, setTyped] = useState<Typed>({ worth: '', won: '' });
  const problems = problemsIn(typed);
  const problem = fields.flatMap((name) => problems[name] || []).join(' ');
  const { lines, total, verdict } = billOf(choice, typed);

  const [cost] = lines;
  const spoken = [cost, total].map((line) => line && `${line.label}: ${line.amount}.`);
  const result = problem || (verdict && [...spoken, verdict].join(' '));
  const [announced, announce] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => announce(result), pauseMs);
    return () => clearTimeout(timer);
  }, [result]);

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
                aria-describedby={problems[name] === '' ? undefined : 'customer-verdict'}
                onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
              />
            </p>
          ))}
        </div>
        <dl>
          {[...lines, total].map(({ label, amount }, i) => (
            <div key={i} className={i < lines.length ? 'line' : 'line total'}>
              <dt>{label}</dt>
              <dd className="amount">{amount}</dd>
            </div>
          ))}
        </dl>
        <p id="customer-verdict" className={css.verdict} data-bad={problem !== ''}>
          {problem || verdict}
        </p>
        <p className="sr-only" role="status">
          {announced}
        </p>
      </div>
    </details>
  );
}

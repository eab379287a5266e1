import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { feedWords } from '../../copy/site.ts';
import type { DemoLead } from '../../copy/industries.ts';
import { contained } from '../Contained.tsx';
import css from './demo-feed.module.css';

/** The owner's timings, in milliseconds. */
const timings = { firstCard: 500, nextCard: 2000, typing: 1500, clear: 3000 } as const;

/** The feed runs when this share of it is in view, or of the window if the feed is taller, as on a phone. */
const visibleShare = 0.3;

const roundOf = (leads: readonly DemoLead[]) =>
  leads.flatMap((_, index, { length }) => [
    { cards: index, typing: true, lasts: index === 0 ? timings.firstCard : timings.typing },
    {
      cards: index + 1,
      typing: false,
      lasts: index + 1 === length ? timings.clear : timings.nextCard - timings.typing,
    },
  ]);

function Rail({ leads }: { leads: readonly DemoLead[] }) {
  const [round] = useState(() => roundOf(leads));
  const rail = useRef<HTMLOListElement>(null);
  /** Undefined in the built page. */
  const [isMoving, setIsMoving] = useState<boolean>();
  const [isInView, setIsInView] = useState(false);
  const [isPaused, setIsPaused] = useState(false);
  const [step, setStep] = useState(0);
  // Without motion, all cards show.
  const { cards, typing } = (isMoving && round[step]) || { cards: leads.length, typing: false };

  // In the commit that has no cards, so that none flashes. FeedOfLeads.astro sets it.
  useLayoutEffect(() => {
    if (isMoving !== undefined) rail.current?.removeAttribute('data-waiting');
  }, [isMoving]);

  useEffect(() => {
    if (!rail.current) return;
    const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');
    const follow = (): void => setIsMoving(!lessMotion.matches);
    const seen = new IntersectionObserver(
      (entries) => {
        // A busy page gets several entries at once; the last one is current.
        setIsInView(entries.at(-1)?.isIntersecting ?? false);
      },
      { threshold: visibleShare * Math.min(1, innerHeight / rail.current.offsetHeight) },
    );
    follow();
    seen.observe(rail.current);
    lessMotion.addEventListener('change', follow);
    return () => {
      seen.disconnect();
      lessMotion.removeEventListener('change', follow);
    };
  }, []);

  useEffect(() => {
    // Out of view, the feed restarts, unless the visitor has paused it.
    if (!isPaused && !isInView) setStep(0);
    if (isPaused || !isInView || !isMoving) return undefined;
    const timer = setTimeout(() => setStep((step + 1) % round.length), round[step]?.lasts);
    return () => clearTimeout(timer);
  }, [isPaused, isInView, isMoving, step, round]);

  return (
    <>
      <ol className={`stack ${css.rail}`} ref={rail}>
        {leads.map((lead, index) => (
          <li
            key={lead.service}
            className={css.slot}
            data-shown={index < cards}
            data-typing={typing && isInView && !isPaused && index === cards}
          >
            <article className={`ticket ticket--torn ${css.card}`}>
              <p className={`ruled ${css.top}`}>
                <span className="label">{feedWords.isNew}</span>{' '}
                <span className="quiet small">{feedWords.when}</span>
              </p>
              <h3>{lead.service}</h3>
              <p className="small">{lead.description}</p>
              <dl className="small">
                {feedWords.fields.map(([key, label]) => (
                  <div key={key}>
                    <dt className="quiet">{label}</dt>
                    <dd>{lead[key]}</dd>
                  </div>
                ))}
              </dl>
              <p className={css.verdict}>
                <span className="stamp">{feedWords.verdict}</span>
              </p>
            </article>
          </li>
        ))}
      </ol>
      <div className={css.foot}>
        <p className="small quiet">{feedWords.note}</p>
        <button
          type="button"
          className={`tool ${css.pause}`}
          disabled={!isMoving}
          onClick={() => setIsPaused(!isPaused)}
        >
          {isPaused ? feedWords.play : feedWords.pause}
        </button>
      </div>
    </>
  );
}

export default contained(Rail);

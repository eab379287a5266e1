import { useEffect, useRef, useState } from 'react';
import { feedWords, sampleLeads, type SampleLead } from '../../copy/sample-leads.ts';
import { Contained } from '../Contained.tsx';
import { createFeed, visibleShare, type Clock, type Feed, type FeedState } from './feed.ts';
import css from './demo-feed.module.css';

const browserClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, call) {
    const timer = setTimeout(call, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
};

/** All cards without motion: in the built page, and for visitors who prefer reduced motion. */
const still: FeedState = { cards: sampleLeads.length, typing: false, paused: false };

function Rail() {
  const rail = useRef<HTMLOListElement>(null);
  const feed = useRef<Feed>(undefined);
  const [state, setState] = useState(still);
  const [isMoving, setIsMoving] = useState(false);

  useEffect(() => {
    const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');
    let stop: (() => void) | undefined;
    const update = (): void => {
      stop?.();
      stop = undefined;
      setIsMoving(!lessMotion.matches);
      if (lessMotion.matches) setState(still);
      else if (rail.current) {
        feed.current = createFeed(sampleLeads.length, browserClock, setState);
        stop = runInView(feed.current, rail.current);
      }
    };
    update();
    lessMotion.addEventListener('change', update);
    return () => {
      lessMotion.removeEventListener('change', update);
      stop?.();
    };
  }, []);

  return (
    <>
      <ol className={css.rail} ref={rail}>
        {sampleLeads.map((lead, index) => (
          <li
            key={lead.service}
            className={css.slot}
            data-shown={index < state.cards}
            data-typing={state.typing && index === state.cards}
          >
            <LeadTicket lead={lead} />
          </li>
        ))}
      </ol>
      <div className={css.foot}>
        <p className="small quiet">{feedWords.note}</p>
        {isMoving && (
          <button
            type="button"
            className={`tool ${css.pause}`}
            onClick={() => feed.current?.pause(!state.paused)}
          >
            {state.paused ? feedWords.play : feedWords.pause}
          </button>
        )}
      </div>
    </>
  );
}

/** Runs the feed while enough of it is in view and its tab is visible. */
function runInView(feed: Feed, rail: HTMLElement): () => void {
  const seen = new IntersectionObserver(
    (entries) => {
      // A busy page gets several crossings at once; the last one is current.
      if (entries.at(-1)?.isIntersecting) feed.run();
      else feed.reset();
    },
    // In a window too small for that share, most of the window is enough.
    { threshold: Math.min(visibleShare, (0.8 * innerHeight) / rail.offsetHeight) },
  );
  const followTab = (): void => {
    feed.hold(document.hidden);
  };
  followTab();
  seen.observe(rail);
  document.addEventListener('visibilitychange', followTab);
  return () => {
    seen.disconnect();
    document.removeEventListener('visibilitychange', followTab);
    feed.hold(true);
  };
}

export default function DemoFeed() {
  return (
    <Contained>
      <Rail />
    </Contained>
  );
}

function LeadTicket({ lead }: { lead: SampleLead }) {
  return (
    <article className={`ticket ticket--torn ${css.card}`}>
      <p className={css.top}>
        <span className="label">{feedWords.isNew}</span>{' '}
        <span className="quiet small">{feedWords.when}</span>
      </p>
      <h3>{lead.service}</h3>
      <p className="small">{lead.description}</p>
      <dl>
        {feedWords.fields.map(({ key, label }) => (
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
  );
}

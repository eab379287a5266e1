import addOns from '../../site/add-ons.json' with { type: 'json' };
import about from '../../site/pages/about.json' with { type: 'json' };
import contact from '../../site/pages/contact.json' with { type: 'json' };
import home from '../../site/pages/home.json' with { type: 'json' };
import notFound from '../../site/pages/not-found.json' with { type: 'json' };
import pricing from '../../site/pages/pricing.json' with { type: 'json' };
import services from '../../site/pages/services.json' with { type: 'json' };
import stop from '../../site/pages/stop.json' with { type: 'json' };
import trade from '../../site/pages/trade.json' with { type: 'json' };
import type { Contents } from '../../site/schema/site.ts';
import { usd } from '../shared/pricing.ts';
import { written } from './written.ts';

type Pages = Contents['add-ons'] &
  Pick<Contents, 'about' | 'contact' | 'home' | 'pricing' | 'services' | 'stop' | 'trade'> & {
    notFound: Contents['not-found'];
  };

/** The words of the public pages. Those that all pages of trades share are `trade`. */
export const pages = written<Pages>({
  ...addOns,
  about,
  contact,
  home,
  notFound,
  pricing,
  services,
  stop,
  trade,
});

export const zeros = pages.pricing.notCharged
  .filter(({ amount }) => amount === usd(0))
  .map(({ label }) => label);

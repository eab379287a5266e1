import { useStore } from '@nanostores/react';
import { admin } from '../../../copy/admin.ts';
import { deliveryWords } from '../../../copy/delivery.ts';
import { searchLimit } from '../../../shared/api.ts';
import { originLimit } from '../../../shared/fields.ts';
import { outcomeNames, outcomes } from '../../../shared/follow-up-schema.ts';
import { knownIndustries } from '../../../shared/pricing.ts';
import { deliveryStates } from '../../../shared/submission.ts';
import { Button } from '../../staff/Button.tsx';
import { focusSearch } from '../focus.ts';
import { useInbox } from '../inbox-store.ts';
import { Menu } from '../menu/Menu.tsx';
import { Choice, Days, Text, type Option } from './Fields.tsx';
import { countChoices, isFiltered, noFilter } from './filter.ts';
import css from './filters.module.css';

const words = admin.filters;

/** Any text may be stored as an industry, and a link may filter by it. */
const industriesWith = (industry: string): Option[] =>
  [
    { value: '', label: words.everyIndustry },
    ...knownIndustries(),
    { value: industry, label: industry },
  ]
    .filter(({ value }, index, all) => all.findIndex((it) => it.value === value) === index)
    .map(({ value, label }) => ({ label, change: { industry: value } }));

const deliveries: Option[] = [
  { label: words.everyDelivery, change: { delivery: '' } },
  ...deliveryStates.map((delivery) => ({
    label: delivery === 'held' ? words.held : deliveryWords.states[delivery],
    change: { delivery },
  })),
];

const inbox = { answered: '', call_back: '', outcome: '', archived: '' } as const;

const views: Option[] = [
  { label: words.views[''], change: inbox },
  { label: words.views.waiting, change: { ...inbox, answered: 'no' } },
  { label: words.views.due, change: { ...inbox, call_back: 'due' } },
  { label: words.views.planned, change: { ...inbox, call_back: 'planned' } },
  ...outcomes.map((outcome) => ({
    label: words.outcome(outcomeNames[outcome]),
    change: { ...inbox, outcome },
  })),
  { label: words.views.archived, change: { ...inbox, archived: 'yes' } },
];

export function Toolbar() {
  const { filter: store } = useInbox();
  const filter = useStore(store.$filter);
  const count = countChoices(filter);

  return (
    <search className={`flow ${css.tools}`}>
      <Text
        type="search"
        className={css.search}
        label={words.search}
        placeholder={words.searchHint}
        maxLength={searchLimit}
        value={filter.q}
        take={store.search}
        pause={250}
      />
      <Menu label={admin.menus.view(count)} name={admin.menus.viewName(count)} unfolds>
        <div className={css.filters}>
          <Choice label={words.view} options={views} />
          <Choice label={words.industry} options={industriesWith(filter.industry)} />
          <Choice label={words.delivery} options={deliveries} />
          <Days />
          <Text
            label={words.campaign}
            placeholder={words.campaign}
            maxLength={originLimit}
            value={filter.campaign}
            take={(campaign) => store.choose({ campaign })}
          />
          {isFiltered(filter) && (
            <Button
              onPress={() => {
                store.choose(noFilter);
                focusSearch();
              }}
            >
              {words.clear}
            </Button>
          )}
        </div>
      </Menu>
    </search>
  );
}

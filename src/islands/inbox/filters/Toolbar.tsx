import { useStore } from '@nanostores/react';
import { admin } from '../../../copy/admin.ts';
import { deliveryWords } from '../../../copy/delivery.ts';
import { searchLimit } from '../../../shared/api.ts';
import { originLimit } from '../../../shared/fields.ts';
import { deliveryStates } from '../../../shared/submission.ts';
import { Button } from '../../staff/Button.tsx';
import { knownIndustries } from '../../staff/format.ts';
import { isAtWork } from '../bulk/bulk.ts';
import { focusSearch } from '../focus.ts';
import { useInbox } from '../inbox-store.ts';
import { ColumnsMenu } from '../list/columns-shown.tsx';
import { closeMenu, Menu } from '../menu/Menu.tsx';
import { Days } from './Days.tsx';
import { Choice, Text, type Option } from './Fields.tsx';
import { countChoices, isFiltered, type Filter } from './filter.ts';
import css from './filters.module.css';

const words = admin.filters;

/** Any text may be stored as an industry, and a link may filter by it. */
const industriesWith = (industry: string): Option[] =>
  [
    { value: '', label: words.everyIndustry },
    ...knownIndustries,
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

/** All leads, those that wait for an answer, or those that were put away. */
const views: Option[] = [
  { label: words.views[''], change: { answered: '', archived: '' } },
  { label: words.views.waiting, change: { answered: 'no', archived: '' } },
  { label: words.views.archived, change: { answered: '', archived: 'yes' } },
];

/** The filter, and the actions on all leads that match it. */
export function Toolbar() {
  const { filter: store } = useInbox();
  const filter = useStore(store.$filter);
  const count = countChoices(filter);

  return (
    <search className={css.tools}>
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
      {/* The button says how many choices it hides. */}
      <Menu label={admin.menus.view(count)} name={admin.menus.viewName(count)}>
        <div className={css.filters}>
          <Choice label={words.industry} options={industriesWith(filter.industry)} />
          <Choice label={words.delivery} options={deliveries} />
          <Text
            label={words.campaign}
            placeholder={words.campaign}
            maxLength={originLimit}
            value={filter.campaign}
            take={(campaign) => {
              store.choose({ campaign });
            }}
          />
          <Choice label={words.view} options={views} />
          <Days />
          {isFiltered(filter) && (
            <Button
              onPress={(event) => {
                closeMenu(event);
                store.clear();
                focusSearch();
              }}
            >
              {words.clear}
            </Button>
          )}
        </div>
        <Works filter={filter} />
      </Menu>
    </search>
  );
}

function Works({ filter }: { filter: Filter }) {
  const { bulk, csv } = useInbox();
  const exported = useStore(csv.$rows);
  return (
    <div className={css.works}>
      <Button
        isBusy={isAtWork(useStore(bulk.$bulk))}
        onPress={(event) => {
          closeMenu(event);
          void bulk.find(filter);
        }}
      >
        {isFiltered({ ...filter, delivery: '' })
          ? deliveryWords.bulk.startInView
          : deliveryWords.bulk.start}
      </Button>
      <Button
        isBusy={exported !== undefined}
        onPress={(event) => {
          closeMenu(event);
          void csv.run(filter);
        }}
      >
        {exported === undefined ? admin.csv.label : admin.csv.running(exported)}
      </Button>
      {exported !== undefined && <Button onPress={csv.cancel}>{admin.csv.cancel}</Button>}
      <ColumnsMenu />
    </div>
  );
}

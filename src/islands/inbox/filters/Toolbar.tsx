import { useStore } from '@nanostores/react';
import { admin } from '../../../copy/admin.ts';
import { deliveryWords } from '../../../copy/delivery.ts';
import { deliveryStates } from '../../../shared/submission.ts';
import { knownIndustries } from '../../staff/format.ts';
import { isAtWork } from '../bulk/bulk.ts';
import { focusSearch } from '../focus.ts';
import { useInbox } from '../inbox-store.ts';
import { ColumnsMenu } from '../list/columns-shown.tsx';
import { closeMenu, Menu } from '../menu/Menu.tsx';
import { Days } from './Days.tsx';
import { Campaign, Choice, Search, type FilterProps, type Option } from './Fields.tsx';
import { isFiltered, type Filter } from './filter.ts';
import css from './filters.module.css';

const words = admin.filters;

/** The filter, and the actions on all leads that match it. */
export function Toolbar() {
  const { filter: store } = useInbox();
  const filter = useStore(store.$filter);
  const part: FilterProps = { filter, choose: store.choose };

  return (
    <search className={css.tools}>
      <Search filter={filter} />
      <Menu {...viewWords(filter)}>
        <div className={css.filters}>
          <Industry {...part} />
          <Delivery {...part} />
          <Campaign {...part} />
          <View {...part} />
          <Days {...part} />
          {isFiltered(filter) && (
            <button
              type="button"
              className="tool"
              onClick={(event) => {
                closeMenu(event);
                store.clear();
                focusSearch();
              }}
            >
              {words.clear}
            </button>
          )}
        </div>
        <Works filter={filter} />
      </Menu>
    </search>
  );
}

const industries = [{ value: '', label: words.everyIndustry }, ...knownIndustries];

function Industry({ filter: { industry }, choose }: FilterProps) {
  // Any text may be stored, and a link may filter by it.
  const isListed = industries.some(({ value }) => value === industry);
  const options = isListed ? industries : [...industries, { value: industry, label: industry }];
  return (
    <Choice
      label={words.industry}
      value={industry}
      options={options}
      choose={(value) => {
        choose({ industry: value });
      }}
    />
  );
}

const deliveries: Option<Filter['delivery']>[] = [
  { value: '', label: words.everyDelivery },
  ...deliveryStates.map((value) => ({
    value,
    label: value === 'held' ? words.held : deliveryWords.states[value],
  })),
];

const Delivery = ({ filter, choose }: FilterProps) => (
  <Choice
    label={words.delivery}
    value={filter.delivery}
    options={deliveries}
    choose={(delivery) => {
      choose({ delivery });
    }}
  />
);

/** All leads, those that wait for an answer, or those that were put away. */
const views = {
  '': { answered: '', archived: '' },
  waiting: { answered: 'no', archived: '' },
  archived: { answered: '', archived: 'yes' },
} as const;

type ViewName = keyof typeof views;
const viewOptions = (Object.keys(views) as ViewName[]).map((value) => ({
  value,
  label: words.views[value],
}));

function viewOf({ answered, archived }: Filter): ViewName {
  if (answered !== '') return 'waiting';
  return archived === '' ? '' : 'archived';
}

const View = ({ filter, choose }: FilterProps) => (
  <Choice
    label={words.view}
    value={viewOf(filter)}
    options={viewOptions}
    choose={(view) => {
      choose(views[view]);
    }}
  />
);

/** The button says how many filters it hides. The search is in view anyway. */
function viewWords(filter: Filter): { label: string; name: string } {
  const { industry, campaign, delivery, from, to } = filter;
  const parts = [industry, campaign, delivery, viewOf(filter), from || to];
  const count = parts.filter((it) => it !== '').length;
  return { label: admin.menus.view(count), name: admin.menus.viewName(count) };
}

function Works({ filter }: { filter: Filter }) {
  const { bulk, csv } = useInbox();
  const exported = useStore(csv.$rows);
  return (
    <div className={css.works}>
      <button
        type="button"
        className="tool"
        aria-disabled={isAtWork(useStore(bulk.$bulk))}
        onClick={(event) => {
          closeMenu(event);
          void bulk.find(filter);
        }}
      >
        {isFiltered({ ...filter, delivery: '' })
          ? deliveryWords.bulk.startInView
          : deliveryWords.bulk.start}
      </button>
      <button
        type="button"
        className="tool"
        aria-disabled={exported !== undefined}
        onClick={(event) => {
          closeMenu(event);
          void csv.run(filter);
        }}
      >
        {exported === undefined ? admin.csv.label : admin.csv.running(exported)}
      </button>
      {exported !== undefined && (
        <button type="button" className="tool" onClick={csv.cancel}>
          {admin.csv.cancel}
        </button>
      )}
      <ColumnsMenu />
    </div>
  );
}

import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { admin } from '../../../copy/admin.ts';
import { deliveryWords } from '../../../copy/delivery.ts';
import { searchLimit } from '../../../shared/api.ts';
import { deliveryStates } from '../../../shared/submission.ts';
import { industryLabel, knownIndustries } from '../../staff/format.ts';
import { ColumnsMenu } from '../list/columns.tsx';
import { focusSearch } from '../focus.ts';
import { useInbox } from '../inbox-store.ts';
import { closeMenu, Menu } from '../menu/Menu.tsx';
import { isAtWork } from '../resend/bulk.ts';
import { Days } from './Days.tsx';
import { isFiltered, noFilter, type Filter } from './filter.ts';
import { Campaign, Choice, Views } from './Views.tsx';
import css from './filters.module.css';

const words = admin.filters;

/** The search starts after a pause in typing of this many milliseconds. */
const debounce = 250;

/** The filter, and the actions on all leads that match it. */
export function Toolbar() {
  const inbox = useInbox();
  const filter = useStore(inbox.filter.$filter);
  const exported = useStore(inbox.csv.$rows);
  const bulk = useStore(inbox.bulk.$bulk);
  const exporter = useRef<HTMLButtonElement>(null);
  const isUnlisted =
    filter.industry !== '' && !knownIndustries.some(({ value }) => value === filter.industry);
  const choose = (change: Partial<Filter>): void => {
    inbox.filter.choose(change);
  };

  return (
    <search className={css.tools}>
      <Search filter={filter} />
      <Menu {...viewWords(filter)}>
        <div className={css.filters}>
          <Choice
            label={words.industry}
            value={filter.industry}
            choose={(industry) => {
              choose({ industry });
            }}
          >
            <option value="">{words.everyIndustry}</option>
            {isUnlisted && <option value={filter.industry}>{filter.industry}</option>}
            {knownIndustries.map(({ value }) => (
              <option key={value} value={value}>
                {industryLabel(value)}
              </option>
            ))}
          </Choice>
          <Choice
            label={words.delivery}
            value={filter.delivery}
            choose={(value) => {
              choose({ delivery: deliveryStates.find((it) => it === value) ?? '' });
            }}
          >
            <option value="">{words.everyDelivery}</option>
            {deliveryStates.map((state) => (
              <option key={state} value={state}>
                {state === 'held' ? words.held : deliveryWords.states[state]}
              </option>
            ))}
          </Choice>
          <Campaign filter={filter} choose={choose} />
          <Views filter={filter} choose={choose} />
          <Days filter={filter} choose={choose} />
          {isFiltered(filter) && (
            <button
              type="button"
              className="tool"
              onClick={(event) => {
                closeMenu(event);
                inbox.filter.clear();
                focusSearch();
              }}
            >
              {admin.filters.clear}
            </button>
          )}
        </div>
        <div className={css.works}>
          <button
            type="button"
            className="tool"
            aria-disabled={isAtWork(bulk)}
            onClick={(event) => {
              closeMenu(event);
              void inbox.bulk.find(filter);
            }}
          >
            {isFiltered({ ...filter, delivery: '' })
              ? deliveryWords.bulk.startInView
              : deliveryWords.bulk.start}
          </button>
          <button
            ref={exporter}
            type="button"
            className="tool"
            aria-disabled={exported !== undefined}
            onClick={(event) => {
              closeMenu(event);
              void inbox.csv.run(filter);
            }}
          >
            {exported === undefined ? admin.csv.label : admin.csv.running(exported)}
          </button>
          {exported !== undefined && <CancelExport exporter={exporter} />}
          <ColumnsMenu />
        </div>
      </Menu>
    </search>
  );
}

/** Gives its focus to the button that exports when the export ends, canceled or not. */
function CancelExport({ exporter }: { exporter: RefObject<HTMLButtonElement | null> }) {
  const { csv } = useInbox();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const { current } = button;
    return () => {
      if (current === document.activeElement) exporter.current?.focus({ preventScroll: true });
    };
  }, [exporter]);
  return (
    <button
      ref={button}
      type="button"
      className="tool"
      onClick={() => {
        csv.cancel();
      }}
    >
      {admin.csv.cancel}
    </button>
  );
}

/** The button says how many filters it hides. The search is in view anyway. */
function viewWords(filter: Filter): { label: string; name: string } {
  const { industry, campaign, delivery, view, from, to } = filter;
  const count = [industry, campaign, delivery, view, from || to].filter((it) => it !== '').length;
  return { label: admin.menus.view(count), name: admin.menus.viewName(count) };
}

function Search({ filter }: { filter: Filter }) {
  const inbox = useInbox();
  const [text, setText] = useState(filter.q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wanted = useRef(filter.q);

  // Back, Forward or a button may have changed the search. Clear also drops one that is still waiting.
  useEffect(() => {
    if (wanted.current === filter.q && filter !== noFilter) return;
    clearTimeout(timer.current);
    wanted.current = filter.q;
    setText(filter.q);
  }, [filter]);

  const search = (q: string): void => {
    clearTimeout(timer.current);
    wanted.current = q.trim();
    inbox.filter.type(q);
  };

  return (
    <label className={css.search}>
      <span className="sr-only">{words.search}</span>
      <input
        type="search"
        className="field"
        placeholder={words.searchHint}
        autoComplete="off"
        spellCheck={false}
        maxLength={searchLimit}
        value={text}
        onChange={({ target: { value } }) => {
          setText(value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => {
            search(value);
          }, debounce);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(text);
        }}
      />
    </label>
  );
}

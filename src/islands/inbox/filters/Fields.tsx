import { useEffect, useRef, useState } from 'react';
import { admin } from '../../../copy/admin.ts';
import { searchLimit } from '../../../shared/api.ts';
import { originLimit } from '../../../shared/fields.ts';
import { useInbox } from '../inbox-store.ts';
import { noFilter, type Filter } from './filter.ts';
import css from './filters.module.css';

const words = admin.filters;

/** The props of each part of the toolbar that chooses leads. */
export interface FilterProps {
  filter: Filter;
  choose: (change: Partial<Filter>) => void;
}

export interface Option<Value extends string> {
  value: Value;
  label: string;
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly Option<Value>[];
  choose: (value: Value) => void;
}

/** A select whose label only a screen reader says: its first option says enough to others. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  choose,
}: ChoiceProps<Value>) {
  return (
    <label>
      <span className="sr-only">{label}</span>
      <select
        className="field"
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((it) => it.value === target.value);
          if (chosen) choose(chosen.value);
        }}
      >
        {options.map((it) => (
          <option key={it.value} value={it.value}>
            {it.label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Filters by campaign, when the name is complete: each letter would be a campaign of its own. */
export function Campaign({ filter: { campaign }, choose }: FilterProps) {
  const [text, setText] = useState(campaign);
  // Back, Forward or a link may have changed the filter.
  useEffect(() => {
    setText(campaign);
  }, [campaign]);
  const take = (): void => {
    if (text.trim() !== campaign) choose({ campaign: text.trim() });
  };
  return (
    <label>
      <span className="sr-only">{words.campaign}</span>
      <input
        className="field"
        placeholder={words.campaign}
        autoComplete="off"
        spellCheck={false}
        maxLength={originLimit}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
        }}
        onBlur={take}
        onKeyDown={({ key }) => {
          if (key === 'Enter') take();
        }}
      />
    </label>
  );
}

/** The search starts after a pause in typing of this many milliseconds. */
const debounce = 250;

export function Search({ filter }: { filter: Filter }) {
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

import { useEffect, useState, type ReactNode } from 'react';
import { admin } from '../../../copy/admin.ts';
import { originLimit } from '../../../shared/fields.ts';
import { views, type Filter } from './filter.ts';

const words = admin.filters;

interface Props {
  filter: Filter;
  choose: (change: Partial<Filter>) => void;
}

interface ChoiceProps {
  label: string;
  value: string;
  choose: (value: string) => void;
  /** The options. */
  children: ReactNode;
}

/** A select whose label only a screen reader says: its first option says enough to others. */
export function Choice({ label, value, choose, children }: ChoiceProps) {
  return (
    <label>
      <span className="sr-only">{label}</span>
      <select
        className="field"
        value={value}
        onChange={({ target }) => {
          choose(target.value);
        }}
      >
        {children}
      </select>
    </label>
  );
}

/** All leads, those that wait for an answer, or those that were put away. */
export function Views({ filter, choose }: Props) {
  return (
    <Choice
      label={words.view}
      value={filter.view}
      choose={(value) => {
        choose({ view: views.find((it) => it === value) ?? '' });
      }}
    >
      {views.map((view) => (
        <option key={view} value={view}>
          {words.views[view]}
        </option>
      ))}
    </Choice>
  );
}

/** Filters by campaign, when the name is complete: each letter would be a campaign of its own. */
export function Campaign({ filter: { campaign }, choose }: Props) {
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

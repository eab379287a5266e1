import { admin } from '../../../copy/admin.ts';
import { views, type Filter } from './filter.ts';

const words = admin.filters;

interface Props {
  filter: Filter;
  choose: (change: Partial<Filter>) => void;
}

/** All leads, those that wait for an answer, or those that were put away. */
export function Views({ filter, choose }: Props) {
  return (
    <label>
      <span className="sr-only">{words.view}</span>
      <select
        className="field"
        value={filter.view}
        onChange={(event) => {
          choose({ view: views.find((it) => it === event.target.value) ?? '' });
        }}
      >
        {views.map((view) => (
          <option key={view} value={view}>
            {words.views[view]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Filters by campaign, when the name is complete: each letter would be a campaign of its own. */
export function Campaign({ filter, choose }: Props) {
  const take = (text: string): void => {
    if (text.trim() !== filter.campaign) choose({ campaign: text.trim() });
  };
  return (
    <label>
      <span className="sr-only">{words.campaign}</span>
      <input
        // Starts again when the filter changes elsewhere.
        key={filter.campaign}
        className="field"
        placeholder={words.campaign}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        defaultValue={filter.campaign}
        onBlur={({ target }) => {
          take(target.value);
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') take(currentTarget.value);
        }}
      />
    </label>
  );
}

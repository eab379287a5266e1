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

import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { panel as words, again } from '../../../copy/lead-panel.ts';
import { fields, type FormField } from '../../../shared/fields.ts';
import { $today } from '../../staff/clock.ts';
import { fieldsOf, shortDay } from '../../staff/format.ts';
import { noFilter } from '../filters/filter.ts';
import { FilterLink } from '../filters/FilterLink.tsx';
import { Came, type OfLead } from '../list/cells.tsx';
import css from './details.module.css';

export const Fact = ({ label, children }: { label: string; children: ReactNode }) =>
  children && (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );

/** E-mail and phone are the buttons that call and write; the receipt shows the consent. */
const isFact = ({ name, kind }: FormField): boolean =>
  !['email', 'phone'].includes(name) && !['text', 'consent'].includes(kind);

export const FieldFacts = ({ item }: OfLead) =>
  fieldsOf(item, isFact).map((field) => (
    <Fact key={field.name} label={field.label}>
      {field.words}
    </Fact>
  ));

export const FieldTexts = ({ item }: OfLead) =>
  fields
    .filter(({ kind }) => kind === 'text')
    .map(({ name, label }) => (
      <section key={name} aria-labelledby={`opened-${name}`}>
        <h3 id={`opened-${name}`}>{label}</h3>
        {item[name] ? (
          <p className={css.message}>{item[name]}</p>
        ) : (
          <p className="quiet">{words.nothingLeft(label)}</p>
        )}
      </section>
    ));

export function EarlierRequests({ item: { earlier = [] } }: OfLead) {
  const [first] = earlier;
  const today = useStore($today);
  if (!first) return null;
  return (
    <>
      {again.mark(earlier.length, shortDay(first.at, today))}
      <ul>
        {earlier.toReversed().map((request) => (
          <li key={request.id}>
            <FilterLink to={{ ...noFilter, q: request.id }}>
              <Came at={request.at} />
            </FilterLink>
            , {again.by[request.by]}
          </li>
        ))}
      </ul>
    </>
  );
}

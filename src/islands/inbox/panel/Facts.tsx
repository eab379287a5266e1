import type { ReactNode } from 'react';
import { panel as words } from '../../../copy/lead-panel.ts';
import { fields, type FormField } from '../../../shared/fields.ts';
import type { SubmissionItem } from '../../../shared/submission.ts';
import { fieldsOf } from '../../staff/format.ts';
import css from './details.module.css';

/** Left out if there is nothing to say. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) =>
  children && (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );

/** The buttons that call and write have these two, and the receipt has the consent. */
const isFact = ({ name, kind }: FormField): boolean =>
  !['email', 'phone'].includes(name) && !['text', 'consent'].includes(kind);

export const FieldFacts = ({ item }: { item: SubmissionItem }) =>
  fieldsOf(item, isFact).map((it) => (
    <Fact key={it.name} label={it.label}>
      {it.words}
    </Fact>
  ));

export const FieldTexts = ({ item }: { item: SubmissionItem }) =>
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

import { useEffect, useId, useState } from 'react';
import { announce } from '../../../browser/toasts.ts';
import { recalled, session, sessionKeys } from '../../../browser/session.ts';
import { number } from '../../../copy/counted.ts';
import { followUp } from '../../../copy/follow-up-words.ts';
import { noteLimit, type Note } from '../../../shared/follow-up-schema.ts';
import { Button } from '../../staff/Button.tsx';
import { focusPanel, followFocus } from '../focus.ts';
import { useInbox } from '../inbox-store.ts';
import { Came, type OfLead } from '../list/cells.tsx';
import timeline from '../timeline.module.css';
import css from './details.module.css';

const words = followUp.notes;

export function Notes({ item }: OfLead) {
  const { account, noting } = useInbox();
  const [edited, setEdited] = useState<string>();
  /** The note whose button gets the focus back. */
  const [left, setLeft] = useState<string>();
  const stopEditing = (hasFocus: boolean): void => {
    setLeft(hasFocus ? edited : undefined);
    setEdited(undefined);
  };
  return (
    <section aria-labelledby="opened-notes">
      <h3 id="opened-notes">{words.heading}</h3>
      <Box item={item} />
      <ol className={timeline.entries}>
        {item.notes?.map((note) => (
          <li key={note.id}>
            {edited === note.id ? (
              <Box item={item} note={note} close={stopEditing} />
            ) : (
              <p className={css.message}>{note.text}</p>
            )}
            <p className="small quiet">
              {note.by}, <Came at={note.at} />
              {note.edited_at !== undefined && (
                <>
                  , {words.edited} <Came at={note.edited_at} />
                </>
              )}
            </p>
            {note.by === account.email && edited !== note.id && (
              <p className="flow">
                <Button autoFocus={left === note.id} onPress={() => setEdited(note.id)}>
                  {words.edit}
                </Button>
                <Button onPress={() => noting.remove(item.id, note)}>{words.remove}</Button>
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

interface BoxProps extends OfLead {
  /** The note to edit; undefined for a new one. */
  note?: Note;
  close?: (hasFocus: boolean) => void;
}

interface Draft extends Pick<Note, 'id' | 'text'> {
  /** The stored text that was edited. */
  was?: string | undefined;
}

/** The count of characters is hidden until this many are left. */
const farFromTheEnd = 200;

/** Keeps the words until the server has stored them, also over a reload, and the id for the next try. */
function Box({ item, note, close }: BoxProps) {
  const { noting } = useInbox();
  const key = `${sessionKeys.note}:${item.id}:${note?.id ?? ''}`;
  const [{ id, text, was = note?.text ?? '' }, setDraft] = useState<Draft>(() =>
    draftIn(key, note),
  );
  const [state, setState] = useState<'ready' | 'saving' | 'failed'>('ready');
  const count = useId();
  const { length } = text.trim();
  const isNewer = state === 'failed' && note && ![was, text.trim()].includes(note.text);

  const end = (hasFocus = true): void => {
    // The admin may have left during the save, come back and continued typing.
    if (draftIn(key, note).text === text) session.remove(key);
    setDraft(draftIn(key));
    close?.(hasFocus);
  };

  // The response to an earlier try may have been lost.
  const isStored = !note && item.notes?.some((it) => it.id === id && it.text === text.trim());
  useEffect(() => {
    if (isStored) end();
  });

  const save = async (): Promise<boolean> => {
    if (state === 'saving' || length === 0 || length > noteLimit) return false;
    const isStill = followFocus();
    setState('saving');
    const stored = await noting.write(
      item.id,
      note ? { id, text, was: isNewer ? note.text : was } : { newId: id, text },
    );
    setState(stored ? 'ready' : 'failed');
    if (stored) {
      announce(words.saved);
      end(isStill());
    }
    return stored;
  };

  return (
    <form
      className={`flow ${css.box}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (length === 0) event.currentTarget.querySelector('textarea')?.focus();
        void save();
      }}
    >
      {isNewer && (
        <div>
          <p className="small quiet">{words.now}</p>
          <p className={css.message}>{note.text}</p>
        </div>
      )}
      <label>
        <span className="small">{note ? words.labelOf : words.label}</span>
        <textarea
          className="field"
          aria-label={note ? words.labelOf : words.label}
          // The button that opened this is removed, and typed letters must not act as shortcut keys.
          autoFocus={note !== undefined}
          rows={3}
          value={text}
          readOnly={state === 'saving'}
          aria-describedby={count}
          aria-invalid={length > noteLimit}
          onChange={({ target }) => {
            const draft = { id, text: target.value, ...(note && { was }) };
            setDraft(draft);
            session.write(key, JSON.stringify(draft));
          }}
          // The browser scrolls only to the caret, and leaves the rest behind the panel's foot.
          onFocus={({ currentTarget: { form } }) => form?.scrollIntoView({ block: 'nearest' })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            const isStill = followFocus();
            void save().then((isStored) => isStored && !note && isStill() && focusPanel());
          }}
        />
      </label>
      <button className="tool" aria-disabled={state === 'saving'}>
        {state === 'ready' ? (note ? words.save : words.add) : words[state]}
      </button>
      {close && <Button onPress={() => end()}>{words.cancel}</Button>}
      <span id={count} role="status" className="small" data-tone={length > noteLimit && 'bad'}>
        {length > noteLimit - farFromTheEnd && words.count(number(length), number(noteLimit))}
      </span>
    </form>
  );
}

function draftIn(key: string, note?: Note): Draft {
  const { id, text, was } = recalled(session, key);
  if (typeof id === 'string' && typeof text === 'string')
    return { id, text, was: typeof was === 'string' ? was : note?.text };
  return note
    ? { id: note.id, text: note.text, was: note.text }
    : { id: crypto.randomUUID(), text: '' };
}

import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef, useState } from 'react';
import { flashToast } from '../../../browser/flash-toast.ts';
import { erase } from '../../../copy/erase.ts';
import { limits } from '../../../shared/fields.ts';
import { useInbox } from '../inbox-store.ts';
import type { DialogProps } from '../late.tsx';
import { createErasing, whatTheyAgreedTo, type Erased } from './erase.ts';
import { catchLostFocus } from '../../staff/lost-focus.ts';
import css from '../../staff/dialog.module.css';

/** Looks up an address, says how many leads it has, and erases them once that is confirmed. */
export function EraseDialog({ isOpen, onClose }: DialogProps) {
  const { ask, $opened } = useInbox();
  const [erasing] = useState(() => createErasing({ ask, onErased }));
  const { busy, found, problem } = useStore(erasing.$erasing);
  const [email, setEmail] = useState('');
  const dialog = useRef<HTMLDialogElement>(null);
  const lookUp = useRef<HTMLButtonElement>(null);
  const heading = useId();
  const result = useId();

  useEffect(() => {
    if (!isOpen) return;
    setEmail($opened.get()?.email ?? '');
    erasing.reset();
    dialog.current?.showModal();
  }, [isOpen, erasing, $opened]);

  const go = async (): Promise<void> => {
    await erasing.go();
    // A failure may remove the button.
    catchLostFocus(() => lookUp.current);
  };

  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-labelledby={heading}
      onClose={onClose}
      onCancel={(event) => {
        // The request can't be canceled any more, so the dialog stays to show its result.
        if (busy === 'erasing') event.preventDefault();
      }}
    >
      <h2 id={heading}>{erase.heading}</h2>
      <p>{erase.intro}</p>
      <form
        noValidate
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void erasing.find(email);
        }}
      >
        <label>
          {erase.email}
          <input
            className="field"
            type="email"
            autoComplete="off"
            maxLength={limits.email}
            value={email}
            readOnly={busy === 'erasing'}
            aria-describedby={result}
            aria-invalid={problem === erase.emailMissing}
            onChange={({ target }) => {
              setEmail(target.value);
              // The result belongs to the previous address.
              erasing.reset();
            }}
          />
        </label>
        <button ref={lookUp} type="submit" className="tool" aria-disabled={busy !== undefined}>
          {busy === 'finding' ? erase.finding : erase.find}
        </button>
      </form>
      <div id={result} role="status" className={css.result}>
        {problem !== undefined && <p className={css.bad}>{problem}</p>}
        {found && (
          <>
            <p>
              <strong>{erase.found(found.count, found.email)}</strong>{' '}
              {found.more && erase.more(found.count)}
            </p>
            <p>{erase.warning}</p>
          </>
        )}
      </div>
      <DidTheyAgree />
      <p className={css.works}>
        <button
          type="button"
          className="tool"
          aria-disabled={busy === 'erasing'}
          onClick={() => {
            if (busy !== 'erasing') dialog.current?.close();
          }}
        >
          {erase.close}
        </button>
        {found && (
          <button
            type="button"
            className={`tool ${css.go}`}
            aria-disabled={busy === 'erasing'}
            onClick={() => void go()}
          >
            {busy === 'erasing' ? erase.erasing : erase.go(found.count)}
          </button>
        )}
      </p>
    </dialog>
  );
}

/** Asks the tombstones of a person who says that they never agreed. */
function DidTheyAgree() {
  const { ask } = useInbox();
  const [person, setPerson] = useState('');
  const [said, setSaid] = useState<readonly string[]>();
  const [isBusy, setBusy] = useState(false);
  const asked = useRef<string>(undefined);
  const words = erase.agreed;

  const answer = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    asked.current = person;
    const sentences = await whatTheyAgreedTo(person, ask);
    setBusy(false);
    if (asked.current === person) setSaid(sentences);
  };

  return (
    <details className={css.more}>
      <summary>{words.heading}</summary>
      <p>{words.intro}</p>
      <form
        noValidate
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void answer();
        }}
      >
        <label>
          {words.person}
          <input
            className="field"
            autoComplete="off"
            maxLength={limits.email}
            value={person}
            onChange={({ target }) => {
              setPerson(target.value);
              // The answer belongs to the previous person, also one that is still to come.
              asked.current = undefined;
              setSaid(undefined);
            }}
          />
        </label>
        <button type="submit" className="tool" aria-disabled={isBusy}>
          {isBusy ? words.asking : words.ask}
        </button>
      </form>
      <div role="status" className={css.result}>
        {said?.map((it) => (
          <p key={it}>{it}</p>
        ))}
      </div>
    </details>
  );
}

/** A new page has the person neither in memory nor, as a search may have, in its address. */
function onErased({ erased, refused }: Erased): void {
  const failure = { description: erase.refused(refused), destructive: true };
  flashToast({ title: erase.done(erased), ...(refused.length > 0 && failure) });
  location.replace('/admin');
}

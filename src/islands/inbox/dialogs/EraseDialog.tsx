import { useId, useState, type InputHTMLAttributes } from 'react';
import { flashToast } from '../../../browser/flash-toast.ts';
import { forgetNotes } from '../../../browser/session.ts';
import { erase as words } from '../../../copy/dialogs.ts';
import { limits } from '../../../shared/fields.ts';
import { Button } from '../../staff/Button.tsx';
import { useInbox } from '../inbox-store.ts';
import { Close, Dialog, type DialogProps } from './Dialog.tsx';
import { eraseLeads, findLeads, whatTheyAgreedTo } from './erase.ts';
import css from './dialog.module.css';

const { agreed } = words;

/** Looks up an address, says how many leads it has, and erases them once that is confirmed. */
export function EraseDialog({ onClose }: DialogProps) {
  const { ask, $opened } = useInbox();
  const lookup = useLookup((email) => findLeads(email, ask));
  const { found, problem } = lookup.answer ?? {};
  /** For a person who says that they never agreed. */
  const tombstones = useLookup((person) => whatTheyAgreedTo(person, ask));
  const [isErasing, setErasing] = useState(false);
  /** The answer about which the box is ticked. Another one has to be looked at first. */
  const [alsoFor, setAlsoFor] = useState<typeof found>();
  const isAlso = found !== undefined && alsoFor === found;
  const result = useId();

  const go = async (): Promise<void> => {
    if (!found) return;
    setErasing(true);
    lookup.tell({ found });
    const erased = await eraseLeads(found, isAlso, ask);
    if ('erased' in erased) {
      // A new page has the person neither in memory nor, as a search may have, in its address.
      forgetNotes();
      flashToast({ title: words.done(erased.erased) });
      location.replace('/admin');
      return;
    }
    setErasing(false);
    lookup.tell(erased);
  };

  return (
    <Dialog heading={words.heading} isBusy={isErasing} onClose={onClose}>
      <h2>{words.heading}</h2>
      <p>{words.intro}</p>
      <LookUp
        lookup={lookup}
        label={words.email}
        button={lookup.isBusy ? words.finding : words.find}
        type="email"
        defaultValue={$opened.get()?.email}
        readOnly={isErasing}
        aria-describedby={result}
        aria-invalid={problem === words.emailMissing}
      />
      <div id={result} role="status" className={css.result}>
        {problem !== undefined && <p data-tone="bad">{problem}</p>}
        {found && (
          <>
            <p>
              <strong>{words.found(found.count, found.email)}</strong>{' '}
              {found.more && words.more(found.count)}
            </p>
            <p>{words.warning}</p>
          </>
        )}
      </div>
      {found && found.same_phone.count > 0 && (
        <label className={css.check}>
          <input
            type="checkbox"
            checked={isAlso}
            disabled={isErasing}
            onChange={({ target }) => setAlsoFor(target.checked ? found : undefined)}
          />{' '}
          {words.samePhone(found.same_phone)}
        </label>
      )}
      <details className={css.more}>
        <summary>{agreed.heading}</summary>
        <p>{agreed.intro}</p>
        <LookUp
          lookup={tombstones}
          label={agreed.person}
          button={tombstones.isBusy ? agreed.asking : agreed.ask}
        />
        <div role="status" className={css.result}>
          {tombstones.answer?.map((it) => (
            <p key={it}>{it}</p>
          ))}
        </div>
      </details>
      <p className={`flow ${css.works}`}>
        <Close label={words.close} isBusy={isErasing} />
        {found && (
          <Button className={`tool ${css.go}`} isBusy={isErasing} onPress={go}>
            {isErasing
              ? words.erasing
              : words.go(found.count + (isAlso ? found.same_phone.count : 0))}
          </Button>
        )}
      </p>
    </Dialog>
  );
}

interface Lookup<Answer> {
  isBusy: boolean;
  /** About what is typed: the answer to something else must not be acted on. */
  answer?: Answer;
}

/** Asks about what is typed. */
function useLookup<Answer>(ask: (typed: string) => Promise<Answer>) {
  const [now, set] = useState<Lookup<Answer>>({ isBusy: false });
  return {
    ...now,
    forget: (): void => set({ isBusy: false }),
    tell: (answer: Answer): void => set({ ...now, answer }),
    async look(typed: string): Promise<void> {
      if (now.isBusy) return;
      const asked = { isBusy: true };
      set(asked);
      const answer = await ask(typed.trim());
      set((it) => (it === asked ? { isBusy: false, answer } : it));
    },
  };
}

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  lookup: Omit<ReturnType<typeof useLookup>, 'answer' | 'tell'>;
  label: string;
  button: string;
}

const LookUp = ({ lookup, label, button, ...field }: Props) => (
  <form
    noValidate
    className={`flow ${css.form}`}
    onSubmit={(event) => {
      event.preventDefault();
      const typed = new FormData(event.currentTarget).get('typed') as string;
      if (!field.readOnly) void lookup.look(typed);
    }}
  >
    <label>
      {label}
      <input
        name="typed"
        className="field"
        aria-label={label}
        autoComplete="off"
        maxLength={limits.email}
        onChange={lookup.forget}
        {...field}
      />
    </label>
    <button type="submit" className="tool" aria-disabled={lookup.isBusy || field.readOnly}>
      {button}
    </button>
  </form>
);

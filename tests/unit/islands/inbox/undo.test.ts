import { describe, expect, test } from 'vitest';
import type { Toast } from '../../../../src/browser/toasts.ts';
import { createReports } from '../../../../src/islands/inbox/actions/reports.ts';

function world() {
  const toasts: Toast[] = [];
  const undone: string[] = [];
  const change = (title: string): Toast => ({
    title,
    action: { label: 'Undo', run: () => void undone.push(title) },
  });
  return { ...createReports((it) => void toasts.push(it)), toasts, undone, change };
}

describe('the key for undoing', () => {
  test('takes back the last change, and no change before it', () => {
    const { report, undo, undone, change } = world();
    report(change('one'));
    report(change('two'));
    undo();
    undo();
    expect(undone).toEqual(['two']);
  });

  test('does nothing after a change that can’t be taken back', () => {
    const { report, undo, undone, change } = world();
    report(change('one'));
    report({ title: 'sent' });
    undo();
    expect(undone).toEqual([]);
  });

  test('leaves alone what only a button should undo', () => {
    const { report, reportAlone, undo, undone, change, toasts } = world();
    report(change('one'));
    reportAlone(change('two'));
    undo();
    expect(undone).toEqual([]);
    toasts.at(-1)?.action?.run();
    expect(undone).toEqual(['two']);
  });

  test('takes back the last change also after a failure', () => {
    const { report, undo, undone, change } = world();
    report(change('one'));
    report({ title: 'failed', destructive: true });
    undo();
    expect(undone).toEqual(['one']);
  });

  test('does not repeat what the button has done', () => {
    const { report, undo, undone, change, toasts } = world();
    report(change('one'));
    toasts.at(-1)?.action?.run();
    undo();
    expect(undone).toEqual(['one']);
  });
});

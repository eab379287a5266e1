import { Component, type ComponentType, type ReactNode } from 'react';
import { beacon } from '../browser/beacon.ts';
import { unexpectedError } from '../copy/site.ts';
import type { OwnReport } from '../shared/browser-report.ts';

/** Keeps a render error inside its island, so that the rest of the page still works. */
class Contained extends Component<
  { failure: OwnReport; children: ReactNode },
  { broken: boolean }
> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown) {
    beacon(this.props.failure, placeOf(error));
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <div className="ticket ticket--torn stack" role="alert">
        <h2>{unexpectedError.title}</h2>
        <p>{unexpectedError.text}</p>
        <p>
          <button type="button" className="button" onClick={() => location.reload()}>
            {unexpectedError.reload}
          </button>
        </p>
      </div>
    );
  }
}

/** The file and line of the error. Stacks differ by browser, but contain address:line:column. */
function placeOf(error: unknown) {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const [, file, line] = /(https?:\S+?):(\d+):\d/.exec(stack) ?? [];
  return file === undefined ? undefined : { file, line: Number(line) };
}

export const contained = <Props extends object>(
  Island: ComponentType<Props>,
  failure: OwnReport = 'island-failed',
) =>
  function ContainedIsland(props: Props) {
    return (
      <Contained failure={failure}>
        <Island {...props} />
      </Contained>
    );
  };

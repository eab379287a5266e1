import { Component, type ComponentType, type ReactNode } from 'react';
import { unexpectedError } from '../copy/site.ts';

/** Keeps a render error inside its island, so that the rest of the page still works. */
class Contained extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
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

/** An island that keeps its errors. */
export const contained = <Props extends object>(Island: ComponentType<Props>) =>
  function ContainedIsland(props: Props) {
    return (
      <Contained>
        <Island {...props} />
      </Contained>
    );
  };

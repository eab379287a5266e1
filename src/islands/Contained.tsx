import { Component, type ReactNode } from 'react';
import { unexpectedError } from '../copy/site.ts';

/** Keeps an error in its island: the rest of the page goes on working. */
export class Contained extends Component<{ children: ReactNode }, { broken: boolean }> {
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
          <button
            type="button"
            className="button"
            onClick={() => {
              location.reload();
            }}
          >
            {unexpectedError.reload}
          </button>
        </p>
      </div>
    );
  }
}

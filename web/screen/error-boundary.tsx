import { Component, type ReactNode } from 'react';
import { Button } from '../parts/button.tsx';
import { PAGE, RELOAD, TROUBLE } from '#languages/en/form.ts';

type ErrorBoundaryProps = { onReload: () => void; children: ReactNode };

/** Wraps the whole screen: a rendering error becomes a sentence, never a white page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="mx-auto grid w-full max-w-[35rem] content-start gap-4 px-5">
        <h1 translate="no">{PAGE.name}</h1>
        <p role="alert">{TROUBLE.broken}</p>
        <Button look="outlined" onPress={this.props.onReload}>
          {RELOAD}
        </Button>
      </main>
    );
  }
}

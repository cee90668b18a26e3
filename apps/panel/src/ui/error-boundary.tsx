import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  /** What is shown instead; `retry` shows the children again. */
  readonly fallback: (error: unknown, retry: () => void) => ReactNode
  /** The children are shown again when this changes, such as the record of a cell. */
  readonly resetKey?: unknown
  readonly children: ReactNode
}

interface State {
  readonly failure: { readonly error: unknown; readonly resetKey: unknown } | undefined
}

/** Keeps a part that fails from taking the page with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failure: undefined }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error, resetKey: undefined } }
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, { failure }: State): State {
    if (!failure || failure.resetKey === resetKey) return { failure }
    const isNew = failure.resetKey === undefined
    return { failure: isNew ? { ...failure, resetKey } : undefined }
  }

  override render(): ReactNode {
    const { failure } = this.state
    if (!failure) return this.props.children
    return this.props.fallback(failure.error, () => this.setState({ failure: undefined }))
  }
}

import {
  type ComponentType,
  cloneElement,
  type ReactElement,
  Suspense,
  useEffect,
  useState,
} from 'react'
import { ErrorBoundary } from './error-boundary.js'
import { lazyPart } from './lazy-part.js'
import { KeysOnHold } from './popup-loader.js'

interface Trigger {
  readonly onClick?: () => void
  readonly 'aria-haspopup'?: 'menu' | 'dialog'
  readonly autoFocus?: boolean
}

/** What a popup gets: the button that opens it. It is open at first, as the button was pressed. */
export interface PopupProps {
  readonly trigger: ReactElement<Trigger>
}

/**
 * Makes a popup whose code is loaded when its button is pressed for the first time, or when the
 * browser has nothing else to do: the first screen does not wait for menus.
 */
export function loadOnDemand<P extends PopupProps>(
  kind: 'menu' | 'dialog',
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): (props: P) => ReactElement {
  const Popup = lazyPart(load) as ComponentType<P>
  return function OnDemand(props: P) {
    const [isUsed, setUsed] = useState(false)
    const [isGivenUp, setGivenUp] = useState(false)
    useEffect(() => loadWhenIdle(load), [])
    const { trigger } = props
    const cancel = () => {
      setUsed(false)
      setGivenUp(true)
    }
    // It is another element than before, which had the focus.
    const buildButton = (autoFocus: boolean) =>
      cloneElement(trigger, { onClick: () => setUsed(true), 'aria-haspopup': kind, autoFocus })
    if (!isUsed) return buildButton(isGivenUp)
    return (
      <ErrorBoundary fallback={() => buildButton(true)}>
        <Suspense
          fallback={
            <>
              <KeysOnHold onCancel={cancel} />
              {buildButton(true)}
            </>
          }
        >
          <Popup {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
}

/** The first rows come first. */
const delay = 3_000

/**
 * Loads code when the browser has nothing else to do; the result cancels that. A failure is reported
 * when the code is needed.
 */
export function loadWhenIdle(load: () => Promise<unknown>): () => void {
  const run = () => void load().catch(() => {})
  const timer = setTimeout(() => {
    // Safari has none.
    if ('requestIdleCallback' in window) window.requestIdleCallback(run)
    else run()
  }, delay)
  return () => clearTimeout(timer)
}

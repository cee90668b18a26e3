import {
  type ComponentType,
  cloneElement,
  lazy,
  type ReactElement,
  Suspense,
  useEffect,
  useState,
} from 'react'

interface Trigger {
  readonly onClick?: () => void
  readonly 'aria-haspopup'?: 'menu' | 'dialog'
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
  const Popup = lazy(load) as ComponentType<P>
  return function OnDemand(props: P) {
    const [isUsed, setUsed] = useState(false)
    useEffect(() => whenIdle(() => void load()), [])
    const { trigger } = props
    const button = cloneElement(trigger, { onClick: () => setUsed(true), 'aria-haspopup': kind })
    if (!isUsed) return button
    return (
      <Suspense fallback={button}>
        <Popup {...props} />
      </Suspense>
    )
  }
}

/** The first rows come first. */
const delay = 3_000

/** Safari has no `requestIdleCallback`. */
function whenIdle(run: () => void): () => void {
  const timer = setTimeout(() => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(run)
    else run()
  }, delay)
  return () => clearTimeout(timer)
}

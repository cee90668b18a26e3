interface HeldKey {
  readonly key: string
  readonly shiftKey: boolean
}

interface Holder {
  /** Gives up what is being opened. */
  readonly onEscape: (() => void) | undefined
}

const holders = new Set<Holder>()
let held: readonly HeldKey[] = []
let isListening = false

/** Somebody who waits longer than this does something else by then. */
const longestHold = 5_000

/**
 * Keeps the keys that are pressed, so that they reach what is being opened and nothing behind it.
 * They are delivered when everybody who holds them has called the result, and dropped when that
 * takes too long.
 *
 * @example
 * const release = holdKeys(() => close())
 */
export function holdKeys(onEscape?: () => void): () => void {
  const holder = { onEscape }
  const timer = setTimeout(() => {
    held = []
    release()
  }, longestHold)
  holders.add(holder)
  if (!isListening) window.addEventListener('keydown', keep, { capture: true })
  isListening = true
  return release

  function release() {
    clearTimeout(timer)
    // A popup that takes over from what loaded it holds them in the same task.
    if (holders.delete(holder) && holders.size === 0) queueMicrotask(() => void deliver())
  }
}

/** Holds the keys until a popup has the focus, which is some frames after it is in the document. */
export function holdKeysUntilFocus(): () => void {
  if (isInPopup(document.activeElement)) return () => {}
  const release = holdKeys()
  document.addEventListener('focusin', check, { capture: true })
  return end

  function check({ target }: FocusEvent) {
    if (isInPopup(target)) end()
  }
  function end() {
    document.removeEventListener('focusin', check, { capture: true })
    release()
  }
}

const openPopup = ':is([role=dialog], [role=menu]):not([data-closed])'

/** Whether an element is in what lies over the page and has keys of its own; what is going away has none. */
export function isInPopup(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(openPopup) !== null
}

/** Whether something lies over the page, wherever the focus is. */
export function isPopupOpen(): boolean {
  return document.querySelector(':is(.popup, .drawer, .sheet)[data-open]') !== null
}

const modifierKeys: ReadonlySet<string> = new Set(['Alt', 'Control', 'Meta', 'Shift'])

function keep(event: KeyboardEvent): void {
  const { key, shiftKey, isTrusted, isComposing } = event
  const isForBrowser = event.metaKey || event.ctrlKey || event.altKey || modifierKeys.has(key)
  if (!isTrusted || isComposing || isForBrowser) return
  event.preventDefault()
  event.stopImmediatePropagation()
  const cancel = key === 'Escape' ? [...holders].at(-1)?.onEscape : undefined
  held = cancel ? [] : [...held, { key, shiftKey }]
  cancel?.()
}

/** One key after the other: what a key opens or finds is there for the next one. */
async function deliver(): Promise<void> {
  while (holders.size === 0 && held.length > 0) {
    const [first, ...rest] = held
    held = rest
    if (first) press(first)
    await new Promise(done => setTimeout(done))
  }
  if (holders.size > 0) return
  window.removeEventListener('keydown', keep, { capture: true })
  isListening = false
}

/** A key event made by a script changes no text and presses no button: that is done here. */
function press({ key, shiftKey }: HeldKey): void {
  const target = document.activeElement ?? document.body
  const options = { key, shiftKey, bubbles: true, cancelable: true, composed: true }
  if (!target.dispatchEvent(new KeyboardEvent('keydown', options))) return
  if (target instanceof HTMLButtonElement && (key === 'Enter' || key === ' ')) target.click()
  else if (target instanceof HTMLInputElement && key === 'Enter') target.form?.requestSubmit()
  else if (key === 'Backspace') document.execCommand('delete')
  else if ([...key].length === 1) document.execCommand('insertText', false, key)
}

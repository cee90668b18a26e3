import { type RefObject, useRef } from 'react'

type InteractionType = 'mouse' | 'touch' | 'pen' | 'keyboard' | ''

const controls =
  ':is(a[href], button, input, select, textarea, [tabindex="0"])' +
  ':not(:disabled, [tabindex="-1"], [aria-hidden="true"], header *)'

interface FirstFocus {
  /** For the element that opens. */
  readonly popup: RefObject<HTMLDivElement | null>
  readonly initialFocus:
    | RefObject<HTMLElement | null>
    | ((opened: InteractionType) => HTMLElement | true | null)
}

/**
 * What has the focus first in a dialog: what is wanted, otherwise its first control, not the button
 * in its header that closes it; the dialog itself where there is none, and after a touch, because an
 * input would bring up the keyboard.
 */
export function useFirstFocus(wanted: RefObject<HTMLElement | null> | undefined): FirstFocus {
  const popup = useRef<HTMLDivElement>(null)
  const findFirst = (opened: InteractionType) =>
    opened === 'touch' ? true : findFirstControl(popup.current)
  return { popup, initialFocus: wanted ?? findFirst }
}

function findFirstControl(popup: HTMLElement | null): HTMLElement | null {
  const found = popup?.querySelectorAll<HTMLElement>(controls) ?? []
  const first = [...found].find(element => element.checkVisibility())
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first ?? popup
  // Of choices that exclude each other, the one that is made has the focus.
  const group = `input[type=radio][name="${CSS.escape(first.name)}"]`
  return popup?.querySelector<HTMLElement>(`${group}:checked`) ?? first
}

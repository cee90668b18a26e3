/** A `ref` that moves the focus to an element as soon as it is there. */
export function focusNow(element: HTMLElement | null): void {
  element?.focus()
}

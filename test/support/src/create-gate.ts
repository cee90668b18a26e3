/** A promise and the function that resolves it. */
export function createGate(): { readonly isOpen: Promise<void>; readonly open: () => void } {
  let open = () => {}
  const isOpen = new Promise<void>(resolve => {
    open = resolve
  })
  return { isOpen, open: () => open() }
}

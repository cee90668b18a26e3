/**
 * Copies a text; resolves to whether it was copied. Only pages by https and on localhost have the
 * clipboard: on others, and without a permission, the text is copied the way a selection is.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyLikeSelection(text)
  }
}

function copyLikeSelection(text: string): boolean {
  const fill = (event: ClipboardEvent) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    event.clipboardData?.setData('text/plain', text)
  }
  window.addEventListener('copy', fill, { capture: true })
  try {
    return document.execCommand('copy')
  } finally {
    window.removeEventListener('copy', fill, { capture: true })
  }
}

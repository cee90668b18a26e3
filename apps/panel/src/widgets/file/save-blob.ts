/** Lets the browser save a file. Nothing leaves the page. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Browsers read the address when the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

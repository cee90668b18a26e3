/**
 * Lets the browser save what is at an address. It is opened beside the page, so that an error of the
 * server does not take the place of the panel.
 */
export function saveByLink(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.target = '_blank'
  link.rel = 'noreferrer'
  link.click()
}

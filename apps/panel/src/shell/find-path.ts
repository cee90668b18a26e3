import { panelRoot } from '../core/places/address.js'

/** Where a plain click, or the press that begins it, leads within the panel. */
export function findPath(event: MouseEvent): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const path = link?.getAttribute('href')
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  if (event.defaultPrevented || event.button !== 0 || hasModifier) return undefined
  // Links in drawings have an object as their `target`.
  if (!path?.startsWith(`${panelRoot}/`) || link?.getAttribute('target')) return undefined
  return path
}

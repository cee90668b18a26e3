import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { panelRoot } from '../core/places/address.js'

/** A plain click on a link of the panel changes the address without loading the page again. */
export function useLinks(): void {
  const { history } = useRouter()
  useEffect(() => {
    function follow(event: MouseEvent) {
      const path = findPath(event)
      if (path === undefined) return
      event.preventDefault()
      history.push(path)
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [history])
}

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

import { useEffect } from 'react'
import { history } from '../data/history.js'
import { findPath } from './find-path.js'

/** A plain click on a link of the panel changes the address without loading the page again. */
export function useLinks(): void {
  useEffect(() => {
    function follow(event: MouseEvent) {
      const path = findPath(event)
      if (path === undefined) return
      event.preventDefault()
      history.push(path)
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [])
}

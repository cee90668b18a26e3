import { useCallback, useState } from 'react'
import { usePreferences } from '../../data/use-preferences.js'

interface PageNumber {
  /** Undefined in a list that goes on as people scroll. */
  readonly page: number | undefined
  readonly setPage: (page: number) => void
}

/** The page of a list, for people who prefer pages. Another list begins with its first page. */
export function usePageNumber(list: string): PageNumber {
  const { preferences } = usePreferences()
  const [shown, setShown] = useState({ list, page: 1 })
  if (shown.list !== list) setShown({ list, page: 1 })
  const page = shown.list === list ? shown.page : 1
  const setPage = useCallback((next: number) => setShown({ list, page: next }), [list])
  return { page: preferences.paging === 'pages' ? page : undefined, setPage }
}

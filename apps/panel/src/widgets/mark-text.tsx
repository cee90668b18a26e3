import type { ReactNode } from 'react'
import { listSearchTerms, markTerms } from '../core/list/search-text.js'

/** The terms of the search before: every cell of a list asks for the same. */
let last = { search: '', terms: [] as readonly string[] }

function readTerms(search: string): readonly string[] {
  if (last.search !== search) last = { search, terms: listSearchTerms(search) }
  return last.terms
}

/** A text in which what was searched for is marked. A function, not a component: a table has hundreds of texts. */
export function markText(text: string, search: string | undefined): ReactNode {
  if (!search) return text
  let offset = 0
  return markTerms(text, readTerms(search)).map(({ text: part, isMarked }) => {
    const key = offset
    offset += part.length
    return isMarked ? <mark key={key}>{part}</mark> : part
  })
}

import type { RelatedChoice } from '../../core/record/record-title.js'

const titles = new Map<string, string>()
const mostTitles = 500

/** Remembers how a record is called while this page is open: an address has only its key. */
export function rememberTitle(collection: string, { id, title }: RelatedChoice): void {
  if (titles.size >= mostTitles) titles.clear()
  titles.set(JSON.stringify([collection, id]), title)
}

export function findKnownTitle(collection: string, id: string): string | undefined {
  return titles.get(JSON.stringify([collection, id]))
}

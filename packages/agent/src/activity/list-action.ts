import { createRecentMap } from '@service/base'
import { parseParameters } from '../query/parameters.js'

const restrictions = ['filters', 'segment', 'segmentQuery']
const known = createRecentMap<string, string>(1000)
const maxStoredLength = 2000

// A fast check: most queries contain none of these parameters, and no percent-encoded letters.
const mayRestrict = /search|filters|segment|%(?:[46][1-9a-f]|[57][0-9a])/i

/** The action name of a list in the activity log: a search, a filter, or the index of all records. */
export function listAction(query: string): string {
  if (!mayRestrict.test(query)) return 'index'
  const action = known.get(query)
  if (action !== undefined) return action
  const read = readAction(query)
  if (query.length <= maxStoredLength) known.set(query, read)
  return read
}

function readAction(query: string): string {
  const parameters = parseParameters(query)
  const isGiven = (name: string) => (parameters(name) ?? '').trim() !== ''
  if (isGiven('search')) return 'search'
  return restrictions.some(isGiven) ? 'filter' : 'index'
}

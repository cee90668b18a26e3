import { type RightsDocument, rightNames } from './rights-document.js'

/** Rights in a few words: what holds for collections by default, and how many have rights of their own. */
export interface RightsSummary {
  readonly byDefault: 'nothing' | 'reading' | 'some' | 'everything'
  readonly ownCount: number
}

const reading: ReadonlySet<string> = new Set(['browse', 'read', 'export'])

/**
 * Summarises the rights of a role in an environment.
 *
 * @example
 * summariseRights(support.rights) // { byDefault: 'reading', ownCount: 3 }
 */
export function summariseRights({ defaults, collections }: RightsDocument): RightsSummary {
  const given = rightNames.filter(name => defaults[name])
  const ownCount = Object.keys(collections).length
  if (given.length === 0) return { byDefault: 'nothing', ownCount }
  if (given.length === rightNames.length) return { byDefault: 'everything', ownCount }
  return { byDefault: given.every(name => reading.has(name)) ? 'reading' : 'some', ownCount }
}

/** Words of the agent's paths that stand where others have the name of a collection. */
export const routeWords: ReadonlySet<string> = new Set([
  '_actions',
  '_audit-trail',
  '_charts',
  '_internal',
  'authentication',
  'correlation',
  'correlations',
  'scope-cache-invalidation',
  'stats',
])

/** Paths that URLs do away with. */
const dots: ReadonlySet<string> = new Set(['.', '..'])

/**
 * The name of a collection, relation, field or chart as part of a path of an agent. One that a path
 * would take for something else begins with a backslash, or has its last dot encoded.
 *
 * @example
 * nameInPath('order lines') // 'order%20lines'
 * nameInPath('stats') // '%5Cstats'
 * nameInPath('prices.csv') // 'prices%2Ecsv'
 */
export function nameInPath(name: string): string {
  const isTaken = routeWords.has(name) || dots.has(name) || name.startsWith('\\')
  return encodeURIComponent(isTaken ? `\\${name}` : name).replace(/\.csv$/, '%2Ecsv')
}

/**
 * The name that a decoded part of a path stands for.
 *
 * @example
 * nameFromPath('\\stats') // 'stats'
 */
export function nameFromPath(part: string): string {
  return part.charCodeAt(0) === BACKSLASH ? part.slice(1) : part
}

const BACKSLASH = 92

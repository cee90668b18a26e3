/** Words that the agent's paths use in the position of a collection name. */
export const routeWords: ReadonlySet<string> = new Set([
  '_actions',
  '_audit-trail',
  '_batch',
  '_charts',
  '_internal',
  'authentication',
  'correlation',
  'correlations',
  'scope-cache-invalidation',
  'stats',
])

/** Path segments that URL parsers remove. */
const dots: ReadonlySet<string> = new Set(['.', '..'])

/**
 * Encodes the name of a collection, relation, field or chart for a path of an agent. A name that
 * would be read as something else gets a leading backslash, or its last dot encoded.
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
 * Returns the name that a decoded path segment represents.
 *
 * @example
 * nameFromPath('\\stats') // 'stats'
 */
export function nameFromPath(part: string): string {
  return part.charCodeAt(0) === BACKSLASH ? part.slice(1) : part
}

const BACKSLASH = 92

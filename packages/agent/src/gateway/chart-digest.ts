import { createHash } from 'node:crypto'
import { checkDepth } from './check-depth.js'

/**
 * Identifies a chart by everything that affects its result: every key at every depth, except the
 * values a client fills in. Null keys count as absent.
 */
export function chartDigest(chart: object): string {
  const { contextVariables: _, ...definition } = chart as Record<string, unknown>
  return createHash('sha256').update(canonical(definition, 0)).digest('hex')
}

function canonical(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  checkDepth(depth)
  const inner = (item: unknown) => canonical(item, depth + 1)
  if (Array.isArray(value)) return `[${value.map(inner).join(',')}]`
  const entries = Object.entries(value)
    .filter(([, item]) => item !== null && item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${inner(item)}`)
  return `{${entries.join(',')}}`
}

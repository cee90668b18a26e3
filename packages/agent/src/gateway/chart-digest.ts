import { createHash } from 'node:crypto'

/**
 * Identifies a chart by everything that decides what it shows: every key at every depth, except the
 * values a client fills in. Keys that are null count as absent.
 */
export function chartDigest(chart: object): string {
  const { contextVariables: _, ...definition } = chart as Record<string, unknown>
  return createHash('sha256').update(canonical(definition)).digest('hex')
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value)
    .filter(([, item]) => item !== null && item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`)
  return `{${entries.join(',')}}`
}

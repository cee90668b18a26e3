import { listOptionNames, unknownOption } from '@service/base'

/** How the metrics of an agent are read. At least one of the two is set. */
export interface MetricsOptions {
  /** Whoever sends this as bearer token reads the metrics at `GET /_internal/metrics`: at least 32 letters, digits or signs. */
  readonly token?: string
  /** A registry of `prom-client` that the application publishes itself: the metrics are added to it. */
  readonly registry?: MetricsRegistry
}

/** A `Registry` of the package `prom-client`. */
export interface MetricsRegistry {
  metrics(): Promise<string>
  getSingleMetric(name: string): unknown
}

const names = listOptionNames<MetricsOptions>({ token: true, registry: true })
/** What can be sent in an Authorization header. */
const tokenForm = /^[\w.~+/-]{32,}=*$/

export const metricsForm =
  'an object with token (at least 32 letters, digits or signs), registry (of prom-client), or both'

export function unknownMetricsOption(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return unknownOption(value, names, "'metrics'")
}

export function isMetricsOptions(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { token, registry } = value as MetricsOptions
  if (token === undefined && registry === undefined) return false
  const isToken = typeof token === 'string' && tokenForm.test(token)
  const isRegistry = typeof registry?.metrics === 'function'
  return (token === undefined || isToken) && (registry === undefined || isRegistry)
}

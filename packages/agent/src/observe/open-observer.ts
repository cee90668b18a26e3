import type { ResolvedOptions } from '../options.js'
import { combineObservers, type Observer } from './observer.js'
import type { Metrics } from './open-metrics.js'
import { openTracing } from './open-tracing.js'

/** Returns what measures the agent; undefined when nobody asks for spans or metrics. */
export async function openObserver(
  { prefix }: ResolvedOptions,
  metrics: Metrics | undefined,
): Promise<Observer | undefined> {
  const tracing = await openTracing(prefix)
  const observers = [tracing, metrics?.observer].filter(observer => observer !== undefined)
  return observers.length === 0 ? undefined : combineObservers(observers)
}

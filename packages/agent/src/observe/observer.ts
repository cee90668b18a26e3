import type { ObservedStatement } from '@service/datasource-toolkit'
import type { ObservedStep } from '@service/engine'
import type { HttpRequest } from '@service/http'

/** Something the agent does that can be measured. Parts have names of collections and fields, never values. */
export type Part =
  | RequestPart
  | { readonly kind: 'permissions' }
  | { readonly kind: 'plan'; readonly collection: string }
  | { readonly kind: 'step'; readonly step: ObservedStep }
  | { readonly kind: 'source'; readonly operation: string; readonly collection: string }
  | { readonly kind: 'statement'; readonly statement: ObservedStatement }
  | { readonly kind: 'serialise'; readonly form: string }
  | { readonly kind: 'activity log'; readonly operation: string }

export interface RequestPart {
  readonly kind: 'request'
  readonly request: HttpRequest
  /** The pattern of its path below the prefix, `mcp`, or empty for a path that no route has. */
  readonly route: string
  /** A collection of the model that the path names. */
  readonly collection?: string
}

/** Measures what the agent does: as spans, as metrics, or both. */
export interface Observer {
  /** Starts to measure a part; undefined when this observer does not measure such parts. */
  start(part: Part): Observation | undefined
  /** A plan of a collection starts to run, from the cache or after it was made. */
  planStarted?(collection: string): void
}

/** A part that is being measured. */
export interface Observation {
  /** Runs work of this part: parts that start meanwhile belong to it. */
  run<T>(work: () => T): T
  fail(error: unknown): void
  end(outcome: Outcome): void
}

export interface Outcome {
  /** What the part returned. */
  readonly value?: unknown
  /** The part returned without waiting. */
  readonly isImmediate?: boolean
  /** The status of a response. */
  readonly status?: number
}

/** Runs a part and measures it until it has returned, or until the promise it returned has settled. */
export function observe<T>(observer: Observer, part: Part, work: () => T): T {
  const observation = observer.start(part)
  if (!observation) return work()
  const fail = (error: unknown): never => {
    observation.fail(error)
    observation.end({})
    throw error
  }
  let result: T
  try {
    result = observation.run(work)
  } catch (error) {
    return fail(error)
  }
  if (!(result instanceof Promise)) {
    observation.end({ value: result, isImmediate: true })
    return result
  }
  const followed = result.then(value => {
    observation.end({ value })
    return value
  }, fail)
  // The same kind of promise, which also ends the measurement.
  return followed as T
}

/** Several observers as one. */
export function combineObservers(observers: readonly Observer[]): Observer {
  const [only] = observers
  if (only && observers.length === 1) return only
  return {
    start(part) {
      const started = observers.flatMap(observer => observer.start(part) ?? [])
      if (started.length === 0) return undefined
      return {
        run: work => started.reduceRight((inner, each) => () => each.run(inner), work)(),
        fail(error) {
          for (const each of started) each.fail(error)
        },
        end(outcome) {
          for (const each of started) each.end(outcome)
        },
      }
    },
    planStarted(collection) {
      for (const each of observers) each.planStarted?.(collection)
    },
  }
}

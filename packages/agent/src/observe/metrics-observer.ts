import { isServiceError } from '@service/base'
import type { Registry } from 'prom-client'
import type { Observation, Observer, Outcome, Part } from './observer.js'

type Client = typeof import('prom-client')

const requestSeconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** Fewer, since there is a series for each of them, each collection and each operation. */
const sourceSeconds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10]

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Counts and times requests, calls of data sources, plans, and checks of sessions. */
export function createMetricsObserver(client: Client, registry: Registry): Observer {
  const { Counter, Histogram } = client
  const registers = [registry]
  const requests = new Histogram({
    name: 'agent_request_duration_seconds',
    help: 'Time from the arrival of a request to the last piece of its response',
    labelNames: ['route', 'method', 'outcome'],
    buckets: requestSeconds,
    registers,
  })
  const errors = new Counter({
    name: 'agent_error_answers_total',
    help: 'Error responses, by code: forbidden, unauthorized, validation …',
    labelNames: ['code'],
    registers,
  })
  const calls = new Histogram({
    name: 'agent_source_call_duration_seconds',
    help: 'Time of a call of a data source, by collection and operation',
    labelNames: ['collection', 'operation', 'outcome'],
    buckets: sourceSeconds,
    registers,
  })
  const rows = new Counter({
    name: 'agent_source_rows_total',
    help: 'Rows that data sources returned',
    labelNames: ['collection'],
    registers,
  })
  const runs = new Counter({
    name: 'agent_plans_run_total',
    help: 'Plans that were run; those of agent_plans_made_total were not in the cache',
    registers,
  })
  const made = new Counter({
    name: 'agent_plans_made_total',
    help: 'Plans that were made because the cache had none',
    registers,
  })
  const sessions = new Counter({
    name: 'agent_session_checks_total',
    help: 'Checks of sessions and permissions, by outcome: cached, verified or refused',
    labelNames: ['outcome'],
    registers,
  })

  const measures: Measures = {
    request: ({ request: { method }, route }, seconds, { status = 0 }, error) => {
      const name = methods.has(method) ? method : 'other'
      requests.labels(route, name, `${Math.floor(status / 100)}xx`).observe(seconds)
      if (error !== undefined) errors.inc({ code: readCode(error) })
    },
    source: ({ collection, operation }, seconds, { value }, error) => {
      const outcome = error === undefined ? 'ok' : 'error'
      calls.labels(collection, operation, outcome).observe(seconds)
      if (Array.isArray(value)) rows.inc({ collection }, value.length)
    },
    plan: () => made.inc(),
    permissions: (_part, _seconds, { isImmediate }, error) => {
      const accepted = isImmediate ? 'cached' : 'verified'
      sessions.inc({ outcome: error === undefined ? accepted : 'refused' })
    },
  }

  return {
    start(part) {
      const measure = measures[part.kind as keyof Measures] as Measure<Part> | undefined
      return measure && startTimer(part, measure)
    },
    planStarted: () => runs.inc(),
  }
}

type Measure<P extends Part> = (part: P, seconds: number, outcome: Outcome, error: unknown) => void

type Measures = {
  readonly [K in 'request' | 'source' | 'plan' | 'permissions']: Measure<Extract<Part, { kind: K }>>
}

function startTimer(part: Part, measure: Measure<Part>): Observation {
  const startedAt = performance.now()
  let failure: unknown
  return {
    run: work => work(),
    fail(error) {
      failure ??= error
    },
    end: outcome => measure(part, (performance.now() - startedAt) / 1000, outcome, failure),
  }
}

/** Codes of customer code may be anything: only those with the form of a code become a series. */
function readCode(error: unknown): string {
  if (!isServiceError(error)) return 'internal_error'
  return /^[a-z][a-z0-9_]{1,63}$/.test(error.code) ? error.code : 'other'
}

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The metrics of this process, for Prometheus. */
export interface Metrics {
  /** All metrics in the text format of Prometheus. */
  print(): Promise<string>
  /** Counts an accepted request that has ended. `outcome` is a status class such as `2xx`, or `aborted`. */
  recordResponse(route: string, method: string, outcome: string, seconds: number): void
  /** Counts an error response by its code. */
  failed(code: string): void
  /** Counts activity log entries of agents that could not be written. */
  refusedEntries(count: number): void
  /** Counts messages that were sent, attempts that failed, and mail that was given up. */
  mailEnded(outcome: 'sent' | 'failed' | 'given_up', count: number): void
  watch(figure: WatchedFigure): void
}

/** A metric that is read only when metrics are requested. */
interface WatchedFigure {
  readonly name: string
  readonly help: string
  /** A counter only increases. */
  readonly type: 'counter' | 'gauge'
  /** One number per label. Values that cannot be read now are omitted. */
  read(): Readonly<Record<string, number>> | Promise<Readonly<Record<string, number>>>
}

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Creates the metrics, with those of the process and its event loop. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'service_request_duration_seconds',
    help: 'Time from the headers of a request to the last byte of its response',
    labelNames: ['route', 'method', 'outcome'],
    buckets: SECONDS,
    registers: [registry],
  })
  const failures = new Counter({
    name: 'service_error_answers_total',
    help: 'Error responses, by code: rate_limited, overloaded, unauthorized …',
    labelNames: ['code'],
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'service_activity_entries_refused_total',
    help: 'Activity log entries of agents that could not be written; agents keep them in their dead-letter file',
    registers: [registry],
  })
  const mail = new Counter({
    name: 'service_mail_total',
    help: 'Messages to people, by outcome: sent, failed (they are tried again) or given_up after a day',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return {
    print: () => registry.metrics(),
    recordResponse: (route, method, outcome, seconds) =>
      durations.labels(route, method, outcome).observe(seconds),
    failed: code => failures.inc({ code }),
    refusedEntries: count => refusals.inc(count),
    mailEnded: (outcome, count) => mail.inc({ outcome }, count),
    watch: figure => watch(registry, figure),
  }
}

function watch(registry: Registry, { name, help, type, read }: WatchedFigure): void {
  ;new (type === 'counter' ? Counter : Gauge)({
    name,
    help,
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      this.reset()
      const readings = await Promise.resolve(read()).catch(() => ({}))
      for (const [kind, number] of Object.entries(readings)) this.inc({ kind }, number)
    },
  })
}

import { sql } from 'kysely'
import type { OverloadGuard } from '../http/overload.js'
import type { Store } from '../store/open-store.js'
import type { Metrics } from './metrics.js'

interface Sized {
  readonly size: number
}

/** Adds the metrics of the running service: its load, its connections and what was written. */
export function watchService(
  metrics: Metrics,
  overloadGuard: OverloadGuard,
  store: Store,
  streams: { readonly agents: Sized; readonly people: Sized },
): void {
  metrics.watch({
    name: 'service_requests_in_flight',
    help: 'Running requests',
    type: 'gauge',
    read: () => ({ all: overloadGuard.size }),
  })
  metrics.watch({
    name: 'service_event_streams',
    help: 'Open event streams of agents',
    type: 'gauge',
    read: () => ({ all: streams.agents.size }),
  })
  metrics.watch({
    name: 'service_person_event_streams',
    help: 'Open event streams of people',
    type: 'gauge',
    read: () => ({ all: streams.people.size }),
  })
  metrics.watch({
    name: 'service_database_connections',
    help: 'Connections to the database by state, and requests that wait for one',
    type: 'gauge',
    read: () => ({ ...store.poolUse() }),
  })
  metrics.watch({
    name: 'service_jobs',
    help: 'Waiting and running jobs, over all instances',
    type: 'gauge',
    read: () => countJobs(store),
  })
  metrics.watch({
    name: 'service_entries_written_total',
    help: 'Changes of notes, activity log entries and admin log entries, over all instances',
    type: 'counter',
    read: () => countEntries(store),
  })
}

async function countJobs({ db }: Store): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*) from jobs where status in ('queued', 'running') group by status`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

/** Streams number their entries, so their sequence numbers give the counts. */
async function countEntries({ db }: Store): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('streams')
    .select(({ fn }) => ['kind', fn.sum<number>('last_seq').as('entries')])
    .groupBy('kind')
    .execute()
  return Object.fromEntries(rows.map(row => [row.kind, Number(row.entries)]))
}

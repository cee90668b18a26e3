import type { InFlight } from '@service/http'
import type { ServicePort } from '@service/service-client'
import type { Registry } from 'prom-client'
import type { ActivityLog } from '../activity/activity-log.js'

type Client = typeof import('prom-client')

/** What is read of an agent when its metrics are. The functions return undefined while it is stopped. */
export interface AgentState {
  readonly inFlight: InFlight
  readonly service: () => ServicePort | undefined
  readonly activity: () => ActivityLog | undefined
}

interface Figure {
  readonly name: string
  readonly help: string
  /** A counter only increases. */
  readonly type: 'counter' | 'gauge'
  /** The name of the label; absent when the figure has none. */
  readonly label?: string
  /** Undefined while there is no value. */
  read(): number | Readonly<Record<string, number>> | undefined
}

const states = ['connected', 'stale', 'away'] as const

/** Adds the figures of the running agent: its load, its service and its activity log. */
export function watchAgent(client: Client, registry: Registry, state: AgentState): void {
  const figures = () => state.activity()?.figures
  const all: readonly Figure[] = [
    {
      name: 'agent_requests_in_flight',
      help: 'Running requests',
      type: 'gauge',
      read: () => state.inFlight.count,
    },
    {
      name: 'agent_service_state',
      help: '1 for the state of the connection to the service: connected, stale (the last permissions are used) or away',
      type: 'gauge',
      label: 'state',
      read() {
        const current = state.service()?.status.state
        if (current === undefined) return undefined
        return Object.fromEntries(states.map(name => [name, name === current ? 1 : 0]))
      },
    },
    {
      name: 'agent_permissions_age_seconds',
      help: 'Time since the service last confirmed the permissions in use; 0 while connected',
      type: 'gauge',
      read() {
        const { state: current, asOf } = state.service()?.status ?? {}
        if (current === 'connected') return 0
        return asOf && (Date.now() - asOf.getTime()) / 1000
      },
    },
    {
      name: 'agent_activity_log_queued_bytes',
      help: 'Entries of the activity log that wait to be sent to the service',
      type: 'gauge',
      read: () => figures()?.queuedBytes,
    },
    {
      name: 'agent_activity_log_max_bytes',
      help: 'Space for entries that wait; when it is full, reads are dropped and writes are refused',
      type: 'gauge',
      read: () => figures()?.maxBytes,
    },
    {
      name: 'agent_activity_log_dead_letters',
      help: 'Entries that the service rejected, in the dead-letter files',
      type: 'gauge',
      read: () => figures()?.deadLetters,
    },
    {
      name: 'agent_activity_log_dropped_reads_total',
      help: 'Entries of reads that were dropped for lack of space',
      type: 'counter',
      read: () => figures()?.droppedReads,
    },
  ]
  for (const figure of all) watch(client, registry, figure)
}

function watch(client: Client, registry: Registry, { name, help, type, label, read }: Figure) {
  ;new (type === 'counter' ? client.Counter : client.Gauge)({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    collect() {
      this.reset()
      const value = read()
      if (value === undefined) {
        // A metric without a label is 0 after a reset: this leaves it out.
        this.remove()
        return
      }
      if (typeof value === 'number') this.inc(value)
      else for (const [kind, one] of Object.entries(value)) this.inc({ [label ?? '']: kind }, one)
    },
  })
}

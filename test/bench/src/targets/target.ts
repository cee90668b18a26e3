import type { WorkloadName } from '../driver/workloads.js'
import type { RunningServer } from '../servers/start-server.js'

export interface BenchRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly path: string
  readonly body?: string
}

/** The request of a workload; `i` (from 0) lets ids vary. */
export type Requests = { readonly [W in WorkloadName]?: (i: number) => BenchRequest }

/** A running server and how it is asked. */
export interface Target {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
  readonly requests: Requests
  readonly server: RunningServer
  /** Serves the workloads on emulated fields, which would slow down the others. */
  readonly emulationServer?: RunningServer
  /** Serves the workloads on JSON columns, which are in a database of their own. */
  readonly jsonServer?: RunningServer
  /** Whether its bodies are those of the agent protocol, so that answers can be compared. */
  readonly isAgent: boolean
  countRows(body: string): number
}

const emulated: ReadonlySet<string> = new Set<WorkloadName>([
  'emuFilter',
  'emuSort',
  'emuFilter1m',
  'emuSort1m',
  'file1g',
])

const onJson: ReadonlySet<string> = new Set<WorkloadName>(['jsonFilter'])

export function serverFor(target: Target, workload: string): RunningServer {
  if (onJson.has(workload) && target.jsonServer) return target.jsonServer
  return (emulated.has(workload) && target.emulationServer) || target.server
}

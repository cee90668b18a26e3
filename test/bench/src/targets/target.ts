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
  /** Serves the workloads on an emulated field, which would slow down the others. */
  readonly emulationServer?: RunningServer
  /** Whether its bodies are those of the agent protocol, so that answers can be compared. */
  readonly isAgent: boolean
  rowsOf(body: string): number
}

export function serverFor(target: Target, workload: string): RunningServer {
  const isEmulated = workload === 'emuFilter' || workload === 'emuSort'
  return (isEmulated && target.emulationServer) || target.server
}

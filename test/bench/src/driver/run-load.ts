import autocannon from 'autocannon'
import { serverFor, type Target } from '../targets/target.js'
import { buildHeaders } from './ask.js'
import { residentMb } from './memory.js'
import { withCpu } from './processor.js'
import type { Figures } from './sample.js'
import type { WorkloadName } from './workloads.js'

export interface LoadSetting {
  readonly connections: number
  readonly seconds: number
  readonly databasePid: number | undefined
  /** A load just like it ran a moment ago. */
  readonly isWarm?: boolean
}

const WARM_UP_SECONDS = 1
const VARIANTS = 200

/** Keeps a number of connections busy for some seconds, after a warm-up unless that is done. */
export async function runLoad(
  target: Target,
  workload: WorkloadName,
  { connections, seconds, databasePid, isWarm = false }: LoadSetting,
): Promise<Figures> {
  const { base, pid } = serverFor(target, workload)
  const load = { url: base, connections, requests: buildRequests(target, workload) }
  if (!isWarm) await autocannon({ ...load, duration: WARM_UP_SECONDS })
  const { result, cpu } = await withCpu({ server: pid, database: databasePid }, () =>
    Promise.resolve(autocannon({ ...load, duration: seconds, timeout: 60 })),
  )
  const answers = result['2xx']
  return {
    perSecond: answers / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    bytes: result.throughput.total / answers,
    failures: result.non2xx + result.errors,
    serverCpuMs: cpu && cpu.serverMs / answers,
    databaseCpuMs: cpu?.databaseMs === undefined ? undefined : cpu.databaseMs / answers,
    otherCores: cpu?.otherCores,
    memoryMb: residentMb(pid, 'now'),
  }
}

function buildRequests(target: Target, workload: WorkloadName): autocannon.Request[] {
  const build = target.requests[workload]
  if (!build) return []
  return Array.from({ length: VARIANTS }, (_, i) => {
    const wanted = build(i)
    const headers = buildHeaders(wanted, target.headers)
    return { method: wanted.method ?? 'GET', path: wanted.path, body: wanted.body, headers }
  })
}

import { serverFor, type Target } from '../targets/target.js'
import { ask } from './ask.js'
import { median } from './median.js'
import { resetPeak, residentMb } from './memory.js'
import { withCpu } from './processor.js'
import type { FigureName, Figures } from './sample.js'
import type { WorkloadName } from './workloads.js'

/** Slow targets are not asked again once this much time has passed. */
const PATIENCE = 15_000

/** Asks one request after the other; answers the medians, and the highest peak of memory. */
export async function runShots(
  target: Target,
  workload: WorkloadName,
  { shots, databasePid }: { readonly shots: number; readonly databasePid: number | undefined },
): Promise<Figures> {
  const started = performance.now()
  const all: Figures[] = []
  for (let i = 0; i < shots && (i === 0 || performance.now() - started < PATIENCE); i++) {
    all.push(await shoot(target, workload, i, databasePid))
  }
  const middle = (name: FigureName) => median(all.map(figures => figures[name]))
  return {
    ms: middle('ms'),
    firstByteMs: middle('firstByteMs'),
    bytes: middle('bytes'),
    failures: all.reduce((sum, figures) => sum + (figures.failures ?? 0), 0),
    serverCpuMs: middle('serverCpuMs'),
    databaseCpuMs: middle('databaseCpuMs'),
    otherCores: middle('otherCores'),
    memoryMb: middle('memoryMb'),
    peakMemoryMb: highest(all.map(figures => figures.peakMemoryMb)),
  }
}

async function shoot(
  target: Target,
  workload: WorkloadName,
  i: number,
  databasePid: number | undefined,
): Promise<Figures> {
  const wanted = target.requests[workload]?.(i)
  if (!wanted) return {}
  const { base, pid } = serverFor(target, workload)
  const memoryMb = residentMb(pid, 'now')
  resetPeak(pid)
  const { result, cpu } = await withCpu({ server: pid, database: databasePid }, () =>
    ask(base, wanted, target.headers, false),
  )
  return {
    ms: result.ms,
    firstByteMs: result.firstByteMs,
    bytes: result.bytes,
    failures: result.status === 200 ? 0 : 1,
    serverCpuMs: cpu?.serverMs,
    databaseCpuMs: cpu?.databaseMs,
    otherCores: cpu?.otherCores,
    memoryMb,
    peakMemoryMb: residentMb(pid, 'peak'),
  }
}

function highest(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter(value => value !== undefined)
  return known.length > 0 ? Math.max(...known) : undefined
}

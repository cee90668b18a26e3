import { readdirSync, readFileSync } from 'node:fs'

/** CPU spent so far, in milliseconds, as Linux counts it. */
interface Reading {
  readonly server: number
  readonly postgres: number
  readonly self: number
  readonly machine: number
  readonly at: number
}

export interface CpuSpent {
  readonly serverMs: number
  readonly postgresMs: number
  /** Cores used meanwhile by processes that are no part of the benchmark. */
  readonly otherCores: number
}

/** Milliseconds per tick of /proc: USER_HZ is 100. */
const TICK = 10

export const hasProcFiles: boolean = process.platform === 'linux'

/** Runs `work` and tells the CPU it cost the server and PostgreSQL; undefined where /proc is not. */
export async function withCpu<T>(
  pids: { readonly server: number; readonly postgres: number },
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly cpu: CpuSpent | undefined }> {
  if (!hasProcFiles) return { result: await work(), cpu: undefined }
  const before = read(pids)
  const result = await work()
  const after = read(pids)
  return { result, cpu: difference(before, after) }
}

/** CPU a process has spent since it started; undefined where /proc is not. */
export function processorMs(pid: number): number | undefined {
  return hasProcFiles ? statOf(pid)?.cpu : undefined
}

function difference(before: Reading, after: Reading): CpuSpent {
  const serverMs = after.server - before.server
  const postgresMs = after.postgres - before.postgres
  const self = after.self - before.self
  const other = after.machine - before.machine - serverMs - postgresMs - self
  return { serverMs, postgresMs, otherCores: Math.max(0, other) / (after.at - before.at) }
}

function read(pids: { readonly server: number; readonly postgres: number }): Reading {
  return {
    server: statOf(pids.server)?.cpu ?? 0,
    postgres: postgresCpu(pids.postgres),
    self: statOf(process.pid)?.cpu ?? 0,
    machine: machineCpu(),
    at: performance.now(),
  }
}

interface Stat {
  readonly parent: number
  readonly cpu: number
  /** CPU of children that have ended. */
  readonly reaped: number
}

function statOf(pid: number | string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15)
    return {
      parent: fields[1] ?? 0,
      cpu: (user + system) * TICK,
      reaped: (childUser + childSystem) * TICK,
    }
  } catch {
    // The process has ended since its name was read.
    return undefined
  }
}

function postgresCpu(postmaster: number): number {
  const own = statOf(postmaster)
  let total = (own?.cpu ?? 0) + (own?.reaped ?? 0)
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(name) : undefined
    if (stat?.parent === postmaster) total += stat.cpu
  }
  return total
}

function machineCpu(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0] = line.split(/\s+/).map(Number)
  return (user + nice + system + irq + softIrq) * TICK
}

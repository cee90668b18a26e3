import { readdirSync, readFileSync } from 'node:fs'

/** CPU spent so far, in milliseconds, as Linux counts it. */
interface Reading {
  readonly server: number
  readonly database: number
  readonly self: number
  readonly machine: number
  readonly at: number
}

export interface CpuSpent {
  readonly serverMs: number
  /** Absent when the database runs elsewhere. */
  readonly databaseMs?: number
  /** Cores used meanwhile by processes that are no part of the benchmark. */
  readonly otherCores: number
}

/** Milliseconds per tick of /proc: USER_HZ is 100. */
const TICK = 10

export const hasProcFiles: boolean = process.platform === 'linux'

/** The processes whose CPU is counted; the database may run elsewhere. */
export interface Pids {
  readonly server: number
  readonly database: number | undefined
}

/** Runs `work` and tells the CPU it cost the server and the database; undefined where /proc is not. */
export async function withCpu<T>(
  pids: Pids,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly cpu: CpuSpent | undefined }> {
  if (!hasProcFiles) return { result: await work(), cpu: undefined }
  const before = read(pids)
  const result = await work()
  const after = read(pids)
  const { databaseMs, ...cpu } = difference(before, after)
  return { result, cpu: pids.database === undefined ? cpu : { ...cpu, databaseMs } }
}

/** CPU a process has spent since it started; undefined where /proc is not. */
export function processorMs(pid: number): number | undefined {
  return hasProcFiles ? readStat(pid)?.cpu : undefined
}

/** Milliseconds of the processor that the main thread and all threads have used. */
export interface ThreadReading {
  readonly main: number
  readonly all: number
}

export function readThreads(pid: number): ThreadReading {
  return { main: readStat(`${pid}/task/${pid}`)?.cpu ?? 0, all: readStat(pid)?.cpu ?? 0 }
}

export function subtract(after: ThreadReading, before: ThreadReading): ThreadReading {
  return { main: after.main - before.main, all: after.all - before.all }
}

function difference(before: Reading, after: Reading): Required<CpuSpent> {
  const serverMs = after.server - before.server
  const databaseMs = after.database - before.database
  const self = after.self - before.self
  const other = after.machine - before.machine - serverMs - databaseMs - self
  return { serverMs, databaseMs, otherCores: Math.max(0, other) / (after.at - before.at) }
}

function read(pids: Pids): Reading {
  return {
    server: readStat(pids.server)?.cpu ?? 0,
    database: pids.database === undefined ? 0 : databaseCpu(pids.database),
    self: readStat(process.pid)?.cpu ?? 0,
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

function readStat(pid: number | string): Stat | undefined {
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

/** PostgreSQL has a process per connection. */
function databaseCpu(pid: number): number {
  const own = readStat(pid)
  let total = (own?.cpu ?? 0) + (own?.reaped ?? 0)
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(name) : undefined
    if (stat?.parent === pid) total += stat.cpu
  }
  return total
}

function machineCpu(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0] = line.split(/\s+/).map(Number)
  return (user + nice + system + irq + softIrq) * TICK
}

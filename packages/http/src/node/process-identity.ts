import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Identifies a process, even if a later one gets the same process id. Stored in lock files. */
export interface ProcessIdentity {
  readonly pid: number
  /** Clock ticks since boot; 0 where the system does not provide it. */
  readonly startedAt: number
  /** Machine, boot and process namespace, within which the process id is unique. */
  readonly namespace: string
}

/**
 * Returns the identity of the running process.
 *
 * @example
 * await writeFile('lock', JSON.stringify(readProcessIdentity()))
 */
export function readProcessIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    startedAt: readStartTime(process.pid) ?? 0,
    namespace: readNamespace(),
  }
}

/**
 * Whether a process still runs; undefined when that is unknown because it runs in another
 * container, on another machine or ran before a reboot.
 *
 * @example
 * const isHeld = isRunning(JSON.parse(await readFile('lock', 'utf8')))
 */
export function isRunning({
  pid,
  startedAt,
  namespace: processNamespace,
}: ProcessIdentity): boolean | undefined {
  if (processNamespace !== readNamespace()) return undefined
  const found = readStartTime(pid)
  if (found !== undefined) return found === startedAt
  return readStartTime(process.pid) === undefined && answersSignals(pid) ? undefined : false
}

function readNamespace(): string {
  const boot = orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
  const namespace = orEmpty(() => readlinkSync('/proc/self/ns/pid'))
  return `${hostname()} ${boot} ${namespace}`
}

/** Field 22 of `/proc/<pid>/stat`; the name in field 2 may hold spaces and parentheses. */
function readStartTime(pid: number): number | undefined {
  const stat = orEmpty(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // A zombie (Z) has ended and holds no lock any more.
  return stat === '' || state === 'Z' ? undefined : Number(fields[18])
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function orEmpty(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

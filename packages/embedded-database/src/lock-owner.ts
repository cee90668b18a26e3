import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** The process that holds a lock, told apart from a later process with the same number. */
export interface LockOwner {
  readonly pid: number
  /** When the process began, in ticks since the machine did; 0 where the system does not tell. */
  readonly startedAt: number
  /** Machine, boot and process namespace: only there does the number mean this process. */
  readonly place: string
}

/** The owner a lock of this process names. */
export function thisProcess(): LockOwner {
  return { pid: process.pid, startedAt: startOf(process.pid) ?? 0, place: thisPlace() }
}

/**
 * Whether the owner still runs; undefined when it cannot be known from here, because it ran in
 * another container, on another machine or before a reboot.
 */
export function isRunning(owner: LockOwner): boolean | undefined {
  if (owner.place !== thisPlace()) return undefined
  const startedAt = startOf(owner.pid)
  if (startedAt !== undefined) return startedAt === owner.startedAt
  return hasProc() ? false : respondsToSignals(owner.pid) ? undefined : false
}

function thisPlace(): string {
  const boot = orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
  const namespace = orEmpty(() => readlinkSync('/proc/self/ns/pid'))
  return `${hostname()} ${boot} ${namespace}`
}

/** Field 22 of `/proc/<pid>/stat`; the name in field 2 may hold spaces and parentheses. */
function startOf(pid: number): number | undefined {
  const stat = orEmpty(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return stat === '' ? undefined : Number(fields[19])
}

const hasProc = () => orEmpty(() => readFileSync('/proc/self/stat', 'utf8')) !== ''

function respondsToSignals(pid: number): boolean {
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

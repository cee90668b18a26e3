import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** A process, told apart from a later one with the same number: what a lock or an owner file holds. */
export interface ProcessMark {
  readonly pid: number
  /** Ticks since the machine began; 0 where the system does not tell. */
  readonly startedAt: number
  /** Machine, boot and process namespace: only there does the number mean this process. */
  readonly place: string
}

/**
 * The mark of the running process.
 *
 * @example
 * await writeFile('lock', JSON.stringify(thisProcess()))
 */
export function thisProcess(): ProcessMark {
  return { pid: process.pid, startedAt: startOf(process.pid) ?? 0, place: thisPlace() }
}

/**
 * Whether a process still runs; undefined when it cannot be known from here, because it ran in
 * another container, on another machine or before a reboot.
 *
 * @example
 * const isHeld = isRunning(JSON.parse(await readFile('lock', 'utf8')))
 */
export function isRunning({ pid, startedAt, place }: ProcessMark): boolean | undefined {
  if (place !== thisPlace()) return undefined
  const found = startOf(pid)
  if (found !== undefined) return found === startedAt
  return startOf(process.pid) === undefined && answersSignals(pid) ? undefined : false
}

function thisPlace(): string {
  const boot = orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
  const namespace = orEmpty(() => readlinkSync('/proc/self/ns/pid'))
  return `${hostname()} ${boot} ${namespace}`
}

/** Field 22 of `/proc/<pid>/stat`; the name in field 2 may hold spaces and parentheses. */
function startOf(pid: number): number | undefined {
  const stat = orEmpty(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // A process that has ended but was not asked how (Z) holds nothing any more.
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

import type { ActivityEntry } from '@service/service-client'

/** How a write ended. */
export interface Settlement {
  readonly key: string
  /** Nothing was changed, so that the entry is dropped. */
  readonly isVoid?: true
  readonly label?: string
  readonly recordIds?: readonly string[]
}

/** An entry without its key and time. */
export type NewEntry = Omit<ActivityEntry, 'key' | 'occurredAt'>

const tails = new WeakMap<NewEntry, string>()

/** A line of a file of reads; the JSON of repeated entries is cached, apart from their keys and times. */
export function readLine(key: string, occurredAt: string, entry: NewEntry): string {
  let tail = tails.get(entry)
  if (tail === undefined) {
    tail = `",${JSON.stringify(entry).slice(1)}\n`
    tails.set(entry, tail)
  }
  return `{"key":"${key}","occurredAt":"${occurredAt}${tail}`
}

/** Lines of a file of writes: one when a write begins, one when it ends. */
export const begunLine = (entry: ActivityEntry): string => `B${JSON.stringify(entry)}\n`
export const settledLine = (settlement: Settlement): string => `S${JSON.stringify(settlement)}\n`

/** The entry to send; undefined when there is nothing to record. */
export function settle(
  entry: ActivityEntry,
  { isVoid, label, recordIds }: Settlement,
): ActivityEntry | undefined {
  if (isVoid) return undefined
  return { ...entry, ...(label !== undefined && { label }), ...(recordIds && { recordIds }) }
}

export function parseReads(text: string): ActivityEntry[] {
  return linesOf(text).flatMap(line => parse<ActivityEntry>(line) ?? [])
}

export interface ParsedWrites {
  readonly begun: readonly ActivityEntry[]
  readonly settled: ReadonlyMap<string, Settlement>
}

export function parseWrites(text: string): ParsedWrites {
  const begun: ActivityEntry[] = []
  const settled = new Map<string, Settlement>()
  for (const line of linesOf(text)) {
    if (line.startsWith('{')) begun.push(...parseLetter(line))
    const value = parse<ActivityEntry & Settlement>(line.slice(1))
    if (value && line.startsWith('B')) begun.push(value)
    if (value && line.startsWith('S')) settled.set(value.key, value)
  }
  return { begun, settled }
}

/** Parses a dead-letter line to send it again, without the reason stored with it. */
function parseLetter(line: string): ActivityEntry[] {
  const letter = parse<ActivityEntry & { refusedAt?: unknown; reason?: unknown }>(line)
  if (!letter) return []
  const { refusedAt: _, reason: __, ...entry } = letter
  return [entry]
}

/** Oldest first: keys are numbered in the order they are created. */
export function inOrder(entries: readonly ActivityEntry[]): ActivityEntry[] {
  return [...entries].sort((one, other) => numberOf(one) - numberOf(other))
}

const numberOf = ({ key }: ActivityEntry) =>
  Number.parseInt(key.slice(key.lastIndexOf('-') + 1), 36)

const linesOf = (text: string) => text.split('\n').filter(line => line !== '')

/** Returns undefined for a line that a crash left incomplete. */
function parse<T extends { readonly key: string }>(line: string): T | undefined {
  try {
    const value = JSON.parse(line)
    return typeof value?.key === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

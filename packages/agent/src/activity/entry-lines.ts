import type { ActivityEntry } from '@service/service-client'

/** How a write ended. */
export interface Outcome {
  readonly key: string
  /** Nothing was changed, so that the entry is dropped. */
  readonly isVoid?: true
  readonly label?: string
  readonly recordIds?: readonly string[]
}

/** An entry without its key and time. */
export type NewEntry = Omit<ActivityEntry, 'key' | 'occurredAt'>

const tails = new WeakMap<NewEntry, string>()

/**
 * A line of an entry. The JSON of a repeated entry is cached; its key, its time, and the
 * `recordIds` and correlation key of this occurrence are added to it.
 */
export function formatEntryLine(
  key: string,
  occurredAt: string,
  entry: NewEntry,
  recordIds?: readonly string[],
  correlationKey?: string,
): string {
  let tail = tails.get(entry)
  if (tail === undefined) {
    tail = `,${JSON.stringify(entry).slice(1)}\n`
    tails.set(entry, tail)
  }
  const ids = recordIds ? `,"recordIds":${JSON.stringify(recordIds)}` : ''
  const correlation = correlationKey ? `,"correlationKey":${JSON.stringify(correlationKey)}` : ''
  return `{"key":"${key}","occurredAt":"${occurredAt}"${ids}${correlation}${tail}`
}

/** Lines of a file of writes: one when a write begins, one when it ends. */
export const formatBegunLine = (entry: ActivityEntry): string => `B${JSON.stringify(entry)}\n`
export const formatOutcomeLine = (outcome: Outcome): string => `S${JSON.stringify(outcome)}\n`

/** The entry to send; undefined when there is nothing to record. */
export function applyOutcome(
  entry: ActivityEntry,
  { isVoid, label, recordIds }: Outcome,
): ActivityEntry | undefined {
  if (isVoid) return undefined
  return { ...entry, ...(label !== undefined && { label }), ...(recordIds && { recordIds }) }
}

export function parseReads(text: string): ActivityEntry[] {
  return splitLines(text).flatMap(line => parse<ActivityEntry>(line) ?? [])
}

export interface ParsedWrites {
  readonly begun: readonly ActivityEntry[]
  readonly outcomes: ReadonlyMap<string, Outcome>
}

export function parseWrites(text: string): ParsedWrites {
  const begun: ActivityEntry[] = []
  const outcomes = new Map<string, Outcome>()
  for (const line of splitLines(text)) {
    if (line.startsWith('{')) begun.push(...parseDeadLetter(line))
    const value = parse<ActivityEntry & Outcome>(line.slice(1))
    if (value && line.startsWith('B')) begun.push(value)
    if (value && line.startsWith('S')) outcomes.set(value.key, value)
  }
  return { begun, outcomes }
}

/** Parses a dead-letter line to send it again, without the reason stored with it. */
function parseDeadLetter(line: string): ActivityEntry[] {
  const deadLetter = parse<ActivityEntry & { refusedAt?: unknown; reason?: unknown }>(line)
  if (!deadLetter) return []
  const { refusedAt: _, reason: __, ...entry } = deadLetter
  return [entry]
}

/** Oldest first: keys are numbered in the order they are created. */
export function inOrder(entries: readonly ActivityEntry[]): ActivityEntry[] {
  return [...entries].sort((one, other) => parseEntryNumber(one) - parseEntryNumber(other))
}

const parseEntryNumber = ({ key }: ActivityEntry) =>
  Number.parseInt(key.slice(key.lastIndexOf('-') + 1), 36)

const splitLines = (text: string) => text.split('\n').filter(line => line !== '')

/** Returns undefined for a line that a crash left incomplete. */
function parse<T extends { readonly key: string }>(line: string): T | undefined {
  try {
    const value = JSON.parse(line)
    return typeof value?.key === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

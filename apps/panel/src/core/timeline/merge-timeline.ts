import { buildEvent, isShownByThread, type TimelineEvent } from './build-event.js'
import type { TimelineEntry } from './timeline-entry.js'

/** What was read of a source, page by page, the latest entries first. */
export interface LoadedSource {
  readonly entries: readonly TimelineEntry[]
  /** There is nothing older. */
  readonly isComplete: boolean
}

/** The events that are known to be in order: whatever is read later is older. */
export interface Timeline {
  readonly events: readonly TimelineEvent[]
  readonly isComplete: boolean
  /** The sources to read further so that more events can be shown, by index. */
  readonly lagging: readonly number[]
}

/** Later than every entry. */
const endOfTime = '~'

/**
 * Merges what was read of several sources to one stream, the latest first, each event once. An event is shown when
 * no source can bring a later one any more: it stays where it is while older pages are read. Its time is that of its
 * latest entry, so that an older entry of the same request adds to it without moving it.
 *
 * @example
 * const { events, lagging } = mergeTimeline([activity, history, notes])
 */
export function mergeTimeline(sources: readonly LoadedSource[]): Timeline {
  const frontiers = sources.map(findFrontier)
  const horizon = frontiers.reduce((latest, each) => (each > latest ? each : latest), '')
  const events = [...groupEntries(sources)].flatMap(([id, entries]) => {
    const event = buildEvent(id, entries)
    return event.at > horizon && !entries.every(isShownByThread) ? [event] : []
  })
  return {
    events: events.sort(compareLatestFirst),
    isComplete: horizon === '',
    lagging: frontiers.flatMap((each, index) => (each !== '' && each === horizon ? [index] : [])),
  }
}

/** The time from which on a source is not known yet; empty when all of it is known. */
function findFrontier({ entries, isComplete }: LoadedSource): string {
  return isComplete ? '' : (entries.at(-1)?.at ?? endOfTime)
}

/** By the request that caused them. An entry that was read twice counts once. */
function groupEntries(
  sources: readonly LoadedSource[],
): ReadonlyMap<string, readonly TimelineEntry[]> {
  const seen = new Set<string>()
  const groups = new Map<string, TimelineEntry[]>()
  for (const entry of sources.flatMap(({ entries }) => entries)) {
    const own = `${entry.source} ${entry.id}`
    if (seen.has(own)) continue
    seen.add(own)
    const id = entry.correlationKey === undefined ? own : `request ${entry.correlationKey}`
    const group = groups.get(id)
    if (group) group.push(entry)
    else groups.set(id, [entry])
  }
  return groups
}

function compareLatestFirst(one: TimelineEvent, other: TimelineEvent): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1
  return one.id < other.id ? 1 : -1
}

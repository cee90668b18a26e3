import type { ActivityEntry } from '@service/service-client'

const maxEntries = 1000
const maxCharacters = 1_000_000
/** Estimated size of an entry without ids and label; the service accepts four times as much, which covers long names. */
const defaultSize = 500

/** Splits entries into batches that the service accepts. */
export function splitIntoBatches(
  entries: readonly ActivityEntry[],
): readonly (readonly ActivityEntry[])[] {
  const batches: ActivityEntry[][] = []
  let batch: ActivityEntry[] = []
  let characters = 0
  for (const entry of entries) {
    const size = estimateSize(entry)
    if (batch.length > 0 && (batch.length === maxEntries || characters + size > maxCharacters)) {
      batches.push(batch)
      batch = []
      characters = 0
    }
    batch.push(entry)
    characters += size
  }
  if (batch.length > 0) batches.push(batch)
  return batches
}

function estimateSize({ recordIds = [], label = '' }: ActivityEntry): number {
  return recordIds.reduce((sum, id) => sum + id.length + 3, defaultSize + label.length)
}

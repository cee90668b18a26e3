import type { ActivityEntry } from '@service/service-client'

const mostEntries = 1000
const mostCharacters = 1_000_000
/** Estimated size of an entry without ids and label; the service accepts four times as much, which covers long names. */
const usualSize = 500

/** Splits entries into batches that the service accepts. */
export function batchesOf(
  entries: readonly ActivityEntry[],
): readonly (readonly ActivityEntry[])[] {
  const batches: ActivityEntry[][] = []
  let batch: ActivityEntry[] = []
  let characters = 0
  for (const entry of entries) {
    const size = sizeOf(entry)
    if (batch.length > 0 && (batch.length === mostEntries || characters + size > mostCharacters)) {
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

function sizeOf({ recordIds = [], label = '' }: ActivityEntry): number {
  return recordIds.reduce((sum, id) => sum + id.length + 3, usualSize + label.length)
}

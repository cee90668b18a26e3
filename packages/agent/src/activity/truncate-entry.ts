import type { ActivityEntry } from '@service/service-client'

/** The part of an entry that says what was done. */
export type Subject = Pick<ActivityEntry, 'action' | 'collectionName' | 'recordIds' | 'label'>

const maxIds = 10_000
const maxIdCharacters = 500_000
const maxIdLength = 500
const maxLabelLength = 1000
const maxNameLength = 250

/** Truncates an entry to what the service accepts: one rejected entry would delay the others. */
export function truncateEntry({ action, collectionName, recordIds, label }: Subject): Subject {
  // Written out: this runs for every request, and a spread is several times slower.
  return {
    action,
    collectionName: truncateName(collectionName),
    recordIds: recordIds && truncateIds(recordIds),
    label: label && truncateText(label, maxLabelLength),
  }
}

/** Truncates a name to what the service accepts; an empty name becomes undefined. */
export function truncateName(name: string | undefined): string | undefined {
  return name ? truncateText(name, maxNameLength) : undefined
}

/** Truncates a list of record ids to what the service accepts; an empty list becomes undefined. */
export function truncateIds(ids: readonly string[]): readonly string[] | undefined {
  const kept: string[] = []
  let characters = 0
  for (const id of ids) {
    if (id === '') continue
    characters += Math.min(id.length, maxIdLength)
    if (kept.length === maxIds || characters > maxIdCharacters) break
    kept.push(truncateText(id, maxIdLength))
  }
  return kept.length > 0 ? kept : undefined
}

// The service cannot store NUL characters or lone surrogates.
const unstorable = /[\0\p{Surrogate}]/gu

function truncateText(text: string, maxLength: number): string {
  return (text.length > maxLength ? text.slice(0, maxLength) : text).replace(unstorable, '\ufffd')
}

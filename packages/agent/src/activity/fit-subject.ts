import type { ActivityEntry } from '@service/service-client'

/** The part of an entry that says what was done. */
export type Subject = Pick<ActivityEntry, 'action' | 'collectionName' | 'recordIds' | 'label'>

const mostIds = 10_000
const mostIdCharacters = 500_000
const longestId = 500
const longestLabel = 1000
const longestName = 250

/** Truncates an entry to what the service accepts: one rejected entry would delay the others. */
export function fitSubject({ action, collectionName, recordIds, label }: Subject): Subject {
  // Written out: this runs for every request, and a spread is several times slower.
  return {
    action,
    collectionName: fitName(collectionName),
    recordIds: recordIds && fitIds(recordIds),
    label: label && fitText(label, longestLabel),
  }
}

/** Truncates a name to what the service accepts; an empty name becomes undefined. */
export function fitName(name: string | undefined): string | undefined {
  return name ? fitText(name, longestName) : undefined
}

function fitIds(ids: readonly string[]): readonly string[] | undefined {
  const kept: string[] = []
  let characters = 0
  for (const id of ids) {
    if (id === '') continue
    characters += Math.min(id.length, longestId)
    if (kept.length === mostIds || characters > mostIdCharacters) break
    kept.push(fitText(id, longestId))
  }
  return kept.length > 0 ? kept : undefined
}

// The service cannot store NUL characters or lone surrogates.
const unstorable = /[\0\p{Surrogate}]/gu

function fitText(text: string, longest: number): string {
  return (text.length > longest ? text.slice(0, longest) : text).replace(unstorable, '\ufffd')
}

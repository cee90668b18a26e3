import type { BootProject } from '@service/protocol'
import { formatAddress } from '../places/address.js'
import { getPlaceNames, type Place } from '../places/find-place.js'
import type { Mention } from './note.js'

/** Where a note is: its environment and its record. */
export interface NoteLocation {
  readonly environmentId: number
  readonly noteId: number
  readonly collection: string | null | undefined
  readonly recordId: string
}

/**
 * Returns the address of a note on the page of its record, such as `/app/…/data/orders/12#note-7`; undefined when its collection is unknown
 * or the person can no longer open its environment.
 *
 * @example
 * formatNoteAddress(boot.projects, place, locateMention(mention))
 */
export function formatNoteAddress(
  projects: readonly BootProject[],
  current: Place,
  { environmentId, noteId, collection, recordId }: NoteLocation,
): string | undefined {
  const place = findPlaceOfEnvironment(projects, current, environmentId)
  if (!place || !collection) return undefined
  const names = getPlaceNames(projects, place)
  const screen = { kind: 'record', collection, id: recordId } as const
  return `${formatAddress({ ...names, screen })}#note-${noteId}`
}

/** Where the message is that mentions somebody. */
export function locateMention({ environment, note }: Mention): NoteLocation {
  return {
    environmentId: environment.id,
    noteId: note.id,
    collection: note.collectionName,
    recordId: note.recordId,
  }
}

/** The current place when it is of the environment; otherwise its first team. */
function findPlaceOfEnvironment(
  projects: readonly BootProject[],
  current: Place,
  environmentId: number,
): Place | undefined {
  if (current.environment.id === environmentId) return current
  for (const project of projects) {
    const environment = project.environments.find(({ id }) => id === environmentId)
    const [team] = environment?.teams ?? []
    if (environment && team && project.refusal === null) return { project, environment, team }
  }
  return undefined
}

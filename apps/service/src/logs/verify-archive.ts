import { join } from 'node:path'
import type { Selectable } from 'kysely'
import type { LogArchivesTable } from '../store/schema.js'
import { hashFile, readArchive } from './archive-files.js'
import { BrokenChainError, follow, type Place } from './follow-chain.js'

export type Archive = Selectable<LogArchivesTable>

/** Throws unless an archive starts where the previous one ended. */
export function checkJoint(place: Place, archive: Archive): void {
  if (archive.first_seq !== place.seq + 1) {
    throw new BrokenChainError(
      `The archive '${archive.file_name}' does not follow entry ${place.seq}: an archive is missing.`,
    )
  }
  if (!archive.previous_hash.equals(place.hash)) {
    throw new BrokenChainError(
      `The archive '${archive.file_name}' does not match entry ${place.seq}.`,
    )
  }
}

/** Verifies the entries in the file of an archive, then the hash of the file itself. */
export async function* followArchive(
  start: Place,
  archive: Archive,
  archiveDir: string,
): AsyncGenerator<Place> {
  const path = join(archiveDir, archive.file_name)
  const problem = (what: string) =>
    new BrokenChainError(`The archive '${archive.file_name}' ${what}.`)
  let place = start
  try {
    for await (const link of readArchive(path)) {
      place = follow(place, link)
      yield place
    }
  } catch (error) {
    const reason = (error as Error).message.replace(/\.$/, '')
    throw problem(
      error instanceof BrokenChainError ? `is broken: ${reason}` : `cannot be read: ${reason}`,
    )
  }
  if (place.seq !== archive.last_seq) {
    throw problem(`ends at entry ${place.seq}, not ${archive.last_seq}`)
  }
  if (!(await hashFile(path)).equals(archive.file_sha256)) {
    throw problem('was changed: its SHA-256 differs')
  }
}

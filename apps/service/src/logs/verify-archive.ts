import { join } from 'node:path'
import type { Selectable } from 'kysely'
import type { LogArchivesTable } from '../store/schema.js'
import { hashFile, readArchive } from './archive-files.js'
import { BrokenChainError, type ChainPosition, follow } from './follow-chain.js'

export type Archive = Selectable<LogArchivesTable>

/** Throws unless an archive starts where the previous one ended. */
export function checkJoint(chainPosition: ChainPosition, archive: Archive): void {
  if (archive.first_seq !== chainPosition.seq + 1) {
    throw new BrokenChainError(
      `The archive '${archive.file_name}' does not follow entry ${chainPosition.seq}: an archive is missing.`,
    )
  }
  if (!archive.previous_hash.equals(chainPosition.hash)) {
    throw new BrokenChainError(
      `The archive '${archive.file_name}' does not match entry ${chainPosition.seq}.`,
    )
  }
}

/** Verifies the entries in the file of an archive, then the hash of the file itself. */
export async function* followArchive(
  start: ChainPosition,
  archive: Archive,
  archiveDir: string,
): AsyncGenerator<ChainPosition> {
  const path = join(archiveDir, archive.file_name)
  const problem = (what: string) =>
    new BrokenChainError(`The archive '${archive.file_name}' ${what}.`)
  let chainPosition = start
  try {
    for await (const link of readArchive(path)) {
      chainPosition = follow(chainPosition, link)
      yield chainPosition
    }
  } catch (error) {
    const reason = (error as Error).message.replace(/\.$/, '')
    throw problem(
      error instanceof BrokenChainError ? `is broken: ${reason}` : `cannot be read: ${reason}`,
    )
  }
  if (chainPosition.seq !== archive.last_seq) {
    throw problem(`ends at entry ${chainPosition.seq}, not ${archive.last_seq}`)
  }
  if (!(await hashFile(path)).equals(archive.file_sha256)) {
    throw problem('was changed: its SHA-256 differs')
  }
}

import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Database } from '../store/schema.js'
import { readArchive, UNFINISHED } from './archive-files.js'
import { type ChainPosition, follow } from './follow-chain.js'
import type { LogOwner } from './log-kinds.js'
import { readLinks } from './read-links.js'

/**
 * Removes the files of an archive that was interrupted before it was recorded. It is created again. A file
 * that does not contain exactly our entries belongs to something else: it stays, and this throws.
 */
export async function removeLeftovers(
  db: Kysely<Database>,
  owner: LogOwner,
  start: ChainPosition,
  folder: string,
): Promise<void> {
  const prefix = `${owner.kind}-${owner.ownerId}-${start.seq + 1}-`
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(prefix)) continue
    const path = join(folder, name)
    if (!name.endsWith(UNFINISHED) && !(await holdsOurEntries(db, owner, start, path))) {
      throw new Error(
        `'${path}' exists and is not an archive of this database. Give each database its own archive directory.`,
      )
    }
    await rm(path)
  }
}

/**
 * The hash chain proves it: a file that leads from our start to the hash of one of our entries contains those
 * before it.
 */
async function holdsOurEntries(
  db: Kysely<Database>,
  owner: LogOwner,
  start: ChainPosition,
  path: string,
): Promise<boolean> {
  try {
    let chainPosition = start
    let before = start
    for await (const link of readArchive(path)) {
      before = chainPosition
      chainPosition = follow(chainPosition, link)
    }
    const after = before.at === '' ? undefined : before.at
    const [ours] = await readLinks(db, owner, { after, limit: 1 })
    return (
      ours !== undefined && ours.seq === chainPosition.seq && ours.hash.equals(chainPosition.hash)
    )
  } catch {
    return false
  }
}

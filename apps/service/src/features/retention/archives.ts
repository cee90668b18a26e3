import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { LogOwner } from '../../logs/log-kinds.js'
import type { Database } from '../../store/schema.js'
import { Moment } from '../projects/fields.js'

/** An archive as the API returns it. */
export const Archive = z
  .object({
    id: z.int(),
    fileName: z.string().meta({ description: 'In the archive directory of the service.' }),
    sha256: z.string().meta({ description: 'Of the file, in hexadecimal.' }),
    sizeBytes: z.int().nullable().meta({
      description: 'Of the file; null when the archive directory does not have it.',
    }),
    rowCount: z.int(),
    firstSeq: z.int(),
    lastSeq: z.int(),
    firstAt: Moment,
    lastAt: Moment,
    createdAt: Moment,
  })
  .meta({ id: 'LogArchive' })

/** Lists the archives of a log in the order of their creation. */
export async function listArchives(
  db: Kysely<Database>,
  folder: string,
  { kind, ownerId }: LogOwner,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<z.output<typeof Archive>[]> {
  const rows = await db
    .selectFrom('log_archives')
    .select(['id', 'file_name', 'file_sha256', 'row_count', 'first_seq', 'last_seq'])
    .select(['first_at', 'last_at', 'created_at'])
    .where('kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
  const sizes = await Promise.all(rows.map(row => readSize(join(folder, row.file_name))))
  return rows.map((row, index) => ({
    id: row.id,
    fileName: row.file_name,
    sha256: row.file_sha256.toString('hex'),
    sizeBytes: sizes[index] ?? null,
    rowCount: row.row_count,
    firstSeq: row.first_seq,
    lastSeq: row.last_seq,
    firstAt: row.first_at,
    lastAt: row.last_at,
    createdAt: row.created_at,
  }))
}

/** Undefined for a file that is not there. */
const readSize = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  )

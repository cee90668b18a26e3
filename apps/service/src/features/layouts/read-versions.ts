import type { Layout, LayoutVersion } from '@service/protocol'
import type { Kysely } from 'kysely'
import { NotFoundError } from '../../errors.js'
import type { Database } from '../../store/schema.js'
import { displayName } from '../people/display-name.js'

/** A team in an environment. */
interface Rendering {
  readonly environmentId: number
  readonly teamId: number
}

/** Lists versions of a layout, the newest first; each is the id of its row. */
export async function listVersions(
  db: Kysely<Database>,
  rendering: Rendering,
  { beforeVersion, limit }: { readonly beforeVersion?: number; readonly limit: number },
): Promise<(LayoutVersion & { readonly id: number })[]> {
  let query = selectVersions(db, rendering).select('patch').orderBy('version', 'desc').limit(limit)
  if (beforeVersion !== undefined) query = query.where('version', '<', beforeVersion)
  const rows = await query.execute()
  return rows.map(row => ({ id: row.version, ...describeRow(row), patch: row.patch }))
}

/** Reads one version with its whole document. */
export async function readVersion(
  db: Kysely<Database>,
  rendering: Rendering,
  version: number,
): Promise<Omit<LayoutVersion, 'patch'> & { readonly layout: Layout }> {
  const row = await selectVersions(db, rendering)
    .select('layout')
    .where('version', '=', version)
    .executeTakeFirst()
  if (!row) throw new NotFoundError('The layout has no such version.')
  return { ...describeRow(row), layout: row.layout }
}

function selectVersions(db: Kysely<Database>, { environmentId, teamId }: Rendering) {
  return db
    .selectFrom('layout_versions')
    .leftJoin('users', 'users.id', 'layout_versions.created_by')
    .select(['version', 'layout_versions.created_at', 'created_by', displayName.as('author')])
    .where('environment_id', '=', environmentId)
    .where('team_id', '=', teamId)
}

interface VersionRow {
  readonly version: number
  readonly created_at: string
  readonly created_by: number | null
  readonly author: string
}

const describeRow = ({ version, created_at, created_by, author }: VersionRow) => ({
  version,
  author: created_by === null ? null : { id: created_by, name: author },
  createdAt: created_at,
})

import type { View } from '@service/protocol'
import type { Kysely } from 'kysely'
import { NotFoundError } from '../../errors.js'
import type { Database } from '../../store/schema.js'
import { displayName } from '../people/display-name.js'

/** A team in an environment, and the person who looks at its views. */
export interface ViewScope {
  readonly environmentId: number
  readonly teamId: number
  readonly personId: number
}

/** Lists the shared views of a team and the private ones of a person: each in its order. */
export async function listViews(
  db: Kysely<Database>,
  scope: ViewScope,
  collectionName?: string,
): Promise<View[]> {
  let query = selectViews(db, scope)
    .orderBy('collection_name')
    .orderBy('is_shared', 'desc')
    .orderBy('position')
    .orderBy('views.id')
  if (collectionName !== undefined) query = query.where('collection_name', '=', collectionName)
  const rows = await query.execute()
  return rows.map(row => toView(row, scope))
}

/** Reads one view; private views of other people are not found. */
export async function readView(db: Kysely<Database>, scope: ViewScope, id: number): Promise<View> {
  const row = await selectViews(db, scope).where('views.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFoundError('There is no such view, or it is private to another person.')
  return toView(row, scope)
}

function selectViews(db: Kysely<Database>, { environmentId, teamId, personId }: ViewScope) {
  return db
    .selectFrom('views')
    .innerJoin('users', 'users.id', 'views.owner_id')
    .select(['views.id', 'views.name', 'icon', 'collection_name', 'is_shared', 'owner_id'])
    .select(['position', 'state', 'updated_at'])
    .select(displayName.as('owner_name'))
    .where('environment_id', '=', environmentId)
    .where('team_id', '=', teamId)
    .where(({ eb, or }) => or([eb('is_shared', '=', true), eb('owner_id', '=', personId)]))
}

type Row = Awaited<ReturnType<ReturnType<typeof selectViews>['execute']>>[number]

const toView = (row: Row, { personId }: ViewScope): View => ({
  id: row.id,
  name: row.name,
  icon: row.icon,
  collectionName: row.collection_name,
  isShared: row.is_shared,
  owner: { id: row.owner_id, name: row.owner_name },
  isOwn: row.owner_id === personId,
  position: row.position,
  state: row.state,
  updatedAt: row.updated_at,
})

import { type Kysely, sql } from 'kysely'
import { NotFoundError } from '../../errors.js'
import type { Database } from '../../store/schema.js'
import type { ConditionTree } from '../roles/condition-tree.js'
import type { Scope } from './scope.js'

/** Lists the scopes of a team in an environment, by collection. */
export async function listScopes(
  db: Kysely<Database>,
  environmentId: number,
  teamId: number,
): Promise<Scope[]> {
  const rows = await select(db, environmentId, teamId).orderBy('collection_name').execute()
  return rows.map(toScope)
}

/** Finds the scope of a team on a collection; undefined when there is none. */
export async function findScope(
  db: Kysely<Database>,
  environmentId: number,
  teamId: number,
  collectionName: string,
): Promise<Scope | undefined> {
  const row = await select(db, environmentId, teamId)
    .where('collection_name', '=', collectionName)
    .executeTakeFirst()
  return row && toScope(row)
}

/** The error when a team has no scope on a collection. */
export const noScope = (): NotFoundError =>
  new NotFoundError('The team has no scope on this collection.')

function select(db: Kysely<Database>, environmentId: number, teamId: number) {
  return db
    .selectFrom('scopes')
    .select([
      'collection_name',
      'condition',
      'updated_at',
      sql<string>`md5(condition::text)`.as('tag'),
    ])
    .where('environment_id', '=', environmentId)
    .where('team_id', '=', teamId)
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

const toScope = ({ collection_name, condition, updated_at, tag }: Row): Scope => ({
  collectionName: collection_name,
  // Only conditions that passed the schema are stored.
  condition: condition as ConditionTree,
  updatedAt: updated_at,
  tag,
})

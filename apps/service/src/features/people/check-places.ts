import type { Transaction } from 'kysely'
import { InvalidRequestError } from '../../errors.js'
import type { Database } from '../../store/schema.js'

/** Where a person stands in a project; what is absent is not checked. */
export interface Places {
  readonly roleId?: number
  readonly teamIds?: readonly number[]
}

/**
 * Refuses roles and teams that are not of this project. Those named stay as they are until the
 * transaction ends.
 */
export async function checkPlaces(
  transaction: Transaction<Database>,
  projectId: number,
  { roleId, teamIds = [] }: Places,
): Promise<void> {
  if (roleId !== undefined) {
    const [role] = await existing(transaction, 'roles', projectId, [roleId])
    if (role === undefined) throw unknown('roleId', 'role', roleId)
  }
  if (teamIds.length > 0) {
    const known = new Set(await existing(transaction, 'teams', projectId, teamIds))
    const missing = teamIds.find(id => !known.has(id))
    if (missing !== undefined) throw unknown('teamIds', 'team', missing)
  }
}

/** Those of the ids that are of this project and not deleted, locked against deletion. */
export async function existing(
  transaction: Transaction<Database>,
  table: 'roles' | 'teams',
  projectId: number,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await transaction
    .selectFrom(table)
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()
  return rows.map(row => row.id)
}

const unknown = (place: string, noun: string, id: number) =>
  new InvalidRequestError(
    `'${place}' must name a ${noun} of this project; there is no ${noun} ${id}.`,
    'invalid_body',
  )

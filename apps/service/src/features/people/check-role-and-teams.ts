import type { Transaction } from 'kysely'
import { InvalidRequestError } from '../../errors.js'
import type { Database } from '../../store/schema.js'

/** The role and teams of a member; absent ones are not checked. */
export interface MembershipOptions {
  readonly roleId?: number
  readonly teamIds?: readonly number[]
}

/**
 * Throws for roles and teams that are not in this project. Those given are locked until the transaction ends.
 */
export async function checkRoleAndTeams(
  transaction: Transaction<Database>,
  projectId: number,
  { roleId, teamIds = [] }: MembershipOptions,
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

/** Returns the ids that exist in this project, locked against deletion. */
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

const unknown = (field: string, noun: string, id: number) =>
  new InvalidRequestError(
    `'${field}' must name a ${noun} of this project; there is no ${noun} ${id}.`,
    'invalid_body',
  )

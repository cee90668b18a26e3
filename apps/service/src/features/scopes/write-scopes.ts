import { isDeepStrictEqual } from 'node:util'
import { matchesEtag } from '@service/http'
import { sql, type Transaction } from 'kysely'
import { PreconditionFailedError } from '../../errors.js'
import type { Instant } from '../../store/instant.js'
import type { Database } from '../../store/schema.js'
import { type Actor, writeAdminLog } from '../admin-logs/write-admin-log.js'
import type { ConditionTree } from '../roles/condition-tree.js'
import { lockTeam } from '../teams/lock-team.js'
import { findScope, noScope } from './read-scopes.js'
import type { Scope } from './scope.js'

/** A team, a collection of an environment, and the person who changes the scope. */
export interface ScopeTarget {
  readonly projectId: number
  readonly environment: { readonly id: number; readonly name: string }
  readonly teamId: number
  readonly collectionName: string
  readonly actor: Actor
  /** The tags of versions that may be replaced, as in `If-Match`. Absent: any. */
  readonly ifMatch?: string | undefined
}

/** Restricts a team to the records of a collection that match a condition. */
export async function setScope(
  transaction: Transaction<Database>,
  target: ScopeTarget,
  condition: ConditionTree,
): Promise<void> {
  const { environment, teamId, collectionName } = target
  const teamName = await lockTeam(transaction, target)
  const before = await findScope(transaction, environment.id, teamId, collectionName)
  refuseChanged(before, target.ifMatch)
  if (isDeepStrictEqual(before?.condition, condition)) return
  const document = JSON.stringify(condition)
  await transaction
    .insertInto('scopes')
    .values({
      environment_id: environment.id,
      team_id: teamId,
      collection_name: collectionName,
      condition: document,
    })
    .onConflict(conflict =>
      conflict
        .columns(['environment_id', 'team_id', 'collection_name'])
        .doUpdateSet({ condition: document, updated_at: sql<Instant>`clock_timestamp()` }),
    )
    .execute()
  await log(transaction, target, teamName, before?.condition, condition)
}

/** Removes the scope, so the team sees all records of the collection again. */
export async function removeScope(
  transaction: Transaction<Database>,
  target: ScopeTarget,
): Promise<void> {
  const { environment, teamId, collectionName } = target
  const teamName = await lockTeam(transaction, target)
  const before = await findScope(transaction, environment.id, teamId, collectionName)
  if (!before) throw noScope()
  refuseChanged(before, target.ifMatch)
  await transaction
    .deleteFrom('scopes')
    .where('environment_id', '=', environment.id)
    .where('team_id', '=', teamId)
    .where('collection_name', '=', collectionName)
    .execute()
  await log(transaction, target, teamName, before.condition, undefined)
}

/** Throws when somebody else changed the scope since the caller read it. */
function refuseChanged(before: Scope | undefined, ifMatch: string | undefined) {
  if (ifMatch === undefined || matchesEtag(ifMatch, `"${before?.tag ?? 'none'}"`)) return
  const cause = before
    ? `The scope was changed at ${before.updatedAt}.`
    : 'The scope was removed in the meantime.'
  throw new PreconditionFailedError(
    `${cause} Read it again, then repeat your change.`,
    'scope_changed',
  )
}

function log(
  transaction: Transaction<Database>,
  { projectId, environment, collectionName, actor }: ScopeTarget,
  teamName: string,
  before: ConditionTree | undefined,
  after: ConditionTree | undefined,
): Promise<void> {
  const value = (condition: ConditionTree) => ({
    team: { object: 'team', name: teamName },
    environment: { object: 'environment', name: environment.name },
    collection: { object: 'collection', name: collectionName },
    condition,
  })
  return writeAdminLog(transaction, {
    projectId,
    actor,
    type: before ? (after ? 'update' : 'remove') : 'add',
    resource: 'scope',
    ...(before && { previousValue: value(before) }),
    ...(after && { newValue: value(after) }),
  })
}

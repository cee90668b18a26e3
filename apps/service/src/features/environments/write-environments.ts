import type { Transaction } from 'kysely'
import type { Instant } from '../../store/instant.js'
import type { Database } from '../../store/schema.js'
import { type Actor, writeAdminLog } from '../admin-logs/write-admin-log.js'
import { refuseTakenName } from '../projects/refuse-taken-name.js'
import {
  type Environment,
  type EnvironmentChange,
  type EnvironmentTarget,
  type EnvironmentWithSecret,
  environmentValue,
} from './environment.js'
import { addSecret, endSecrets } from './environment-secrets.js'
import { lockEnvironment, readEnvironment } from './read-environments.js'

/** An environment to create. */
export interface NewEnvironment {
  readonly projectId: number
  readonly name: string
  readonly kind: Environment['kind']
  /** The developer who owns it. Absent: no owner. */
  readonly ownerId?: number
  readonly actor: Actor
}

/** Creates an environment with its first secret. */
export async function addEnvironment(
  transaction: Transaction<Database>,
  { projectId, name, kind, ownerId, actor }: NewEnvironment,
): Promise<EnvironmentWithSecret> {
  const insert = transaction
    .insertInto('environments')
    .values({ project_id: projectId, name, kind, owner_id: ownerId ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await refuseTakenName('environment', insert)
  const secret = await addSecret(transaction, id)
  const environment = await readEnvironment(transaction, id)
  await log(transaction, { projectId, id, actor }, 'add', {
    newValue: environmentValue(name, { kind }),
  })
  return { ...environment, secret }
}

/** The fields that can change besides the name. */
const changeable = ['kind', 'agentUrl', 'rights'] as const

/**
 * Changes the name, kind, agent URL or permissions mode of an environment; absent fields stay. An environment
 * that is no longer for development loses its owner, and the secrets its developer knows expire.
 */
export async function changeEnvironment(
  transaction: Transaction<Database>,
  target: EnvironmentTarget,
  change: EnvironmentChange,
): Promise<Environment> {
  const before = await lockEnvironment(transaction, target.id)
  const changed = { ...before, ...change }
  const differing = changeable.filter(key => changed[key] !== before[key])
  if (changed.name === before.name && differing.length === 0) return before
  const isGivenUp = before.ownerId !== null && changed.kind !== 'development'
  const ownerId = isGivenUp ? null : before.ownerId
  const after = { ...changed, ownerId, ...(isGivenUp && { secrets: [] }) }
  const shown = (one: Environment) =>
    environmentValue(one.name, {
      ...Object.fromEntries(differing.map(key => [key, one[key]])),
      ...(isGivenUp && { secrets: one.secrets }),
    })
  const { name, kind, agentUrl, rights } = after
  const update = transaction
    .updateTable('environments')
    .set({ name, kind, agent_url: agentUrl, rights, owner_id: ownerId })
    .where('id', '=', target.id)
    .execute()
  await refuseTakenName('environment', update)
  if (isGivenUp) await endSecrets(transaction, target.id, 0)
  await log(transaction, target, 'update', {
    previousValue: shown(before),
    newValue: shown(after),
  })
  return after
}

/** Deletes an environment and its secrets. Its logs stay. */
export async function removeEnvironment(
  transaction: Transaction<Database>,
  target: EnvironmentTarget,
): Promise<void> {
  const { name, kind } = await lockEnvironment(transaction, target.id)
  await transaction
    .updateTable('environments')
    .set(({ fn }) => ({ deleted_at: fn<Instant>('clock_timestamp') }))
    .where('id', '=', target.id)
    .execute()
  await log(transaction, target, 'remove', { previousValue: environmentValue(name, { kind }) })
}

function log(
  transaction: Transaction<Database>,
  { projectId, actor }: EnvironmentTarget,
  type: 'add' | 'update' | 'remove',
  values: { readonly previousValue?: object; readonly newValue?: object },
): Promise<void> {
  return writeAdminLog(transaction, { projectId, actor, type, resource: 'environment', ...values })
}

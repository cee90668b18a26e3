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
import { addSecret } from './environment-secrets.js'
import { lockEnvironment, readEnvironment } from './read-environments.js'

/** An environment that does not exist yet. */
export interface NewEnvironment {
  readonly projectId: number
  readonly name: string
  readonly kind: Environment['kind']
  readonly actor: Actor
}

/** Makes an environment with its first secret. */
export async function addEnvironment(
  transaction: Transaction<Database>,
  { projectId, name, kind, actor }: NewEnvironment,
): Promise<EnvironmentWithSecret> {
  const insert = transaction
    .insertInto('environments')
    .values({ project_id: projectId, name, kind })
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

/** Changes the name, the kind or the agent's address of an environment; what is absent stays. */
export async function changeEnvironment(
  transaction: Transaction<Database>,
  target: EnvironmentTarget,
  change: EnvironmentChange,
): Promise<Environment> {
  const before = await lockEnvironment(transaction, target.id)
  const after = { ...before, ...change }
  const isSameKind = after.kind === before.kind
  const isSameUrl = after.agentUrl === before.agentUrl
  if (after.name === before.name && isSameKind && isSameUrl) return before
  const { name, kind, agentUrl } = after
  const shown = (one: Environment) =>
    environmentValue(one.name, {
      ...(!isSameKind && { kind: one.kind }),
      ...(!isSameUrl && { agentUrl: one.agentUrl }),
    })
  const update = transaction
    .updateTable('environments')
    .set({ name, kind, agent_url: agentUrl })
    .where('id', '=', target.id)
    .execute()
  await refuseTakenName('environment', update)
  await log(transaction, target, 'update', {
    previousValue: shown(before),
    newValue: shown(after),
  })
  return after
}

/** Takes an environment away, and its secrets with it. What was logged in it stays. */
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

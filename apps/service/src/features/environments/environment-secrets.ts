import { sql, type Transaction } from 'kysely'
import { hashSecret, randomHex } from '../../secrets/token-format.js'
import type { Instant } from '../../store/instant.js'
import type { Database } from '../../store/schema.js'
import { writeAdminLog } from '../admin-logs/write-admin-log.js'
import {
  type Environment,
  type EnvironmentTarget,
  type EnvironmentWithSecret,
  environmentValue,
} from './environment.js'
import { lockEnvironment, readEnvironment } from './read-environments.js'

const SECRET_DIGITS = 64

/**
 * Creates a new secret; earlier ones expire after some hours, or at their own expiry if that is sooner. If
 * the owner is no longer a developer, so that no secret works, the environment loses its owner.
 */
export async function rotateSecret(
  transaction: Transaction<Database>,
  target: EnvironmentTarget,
  overlapHours: number,
): Promise<EnvironmentWithSecret> {
  const before = await lockEnvironment(transaction, target.id)
  const isLeft = before.ownerId !== null && before.secrets.length === 0
  if (isLeft) await removeOwner(transaction, target.id)
  await endSecrets(transaction, target.id, isLeft ? 0 : overlapHours)
  const secret = await addSecret(transaction, target.id)
  const after = await readEnvironment(transaction, target.id)
  await logSecrets(transaction, target, before, after)
  return { ...after, secret }
}

async function removeOwner(transaction: Transaction<Database>, id: number): Promise<void> {
  await transaction
    .updateTable('environments')
    .set({ owner_id: null })
    .where('id', '=', id)
    .execute()
}

/** Expires every secret but the newest immediately. */
export async function endPreviousSecrets(
  transaction: Transaction<Database>,
  target: EnvironmentTarget,
): Promise<void> {
  const before = await lockEnvironment(transaction, target.id)
  await transaction
    .deleteFrom('environment_secrets')
    .where('environment_id', '=', target.id)
    .where('expires_at', 'is not', null)
    .execute()
  const after = await readEnvironment(transaction, target.id)
  if (after.secrets.length < before.secrets.length) {
    await logSecrets(transaction, target, before, after)
  }
}

/** Creates a secret and returns it; the store contains only its hash. */
export async function addSecret(transaction: Transaction<Database>, id: number): Promise<string> {
  const secret = randomHex(SECRET_DIGITS)
  await transaction
    .insertInto('environment_secrets')
    .values({ environment_id: id, secret_hash: hashSecret(secret) })
    .execute()
  return secret
}

/** Replaces the generated secret with one that the agent already knows. */
export async function useSecret(
  transaction: Transaction<Database>,
  environmentId: number,
  secret: string,
): Promise<void> {
  await transaction
    .updateTable('environment_secrets')
    .set({ secret_hash: hashSecret(secret) })
    .where('environment_id', '=', environmentId)
    .execute()
}

/** Expires the current secrets after some hours. */
export async function endSecrets(
  transaction: Transaction<Database>,
  id: number,
  hours: number,
): Promise<void> {
  const end = sql<Instant>`clock_timestamp() + ${hours} * interval '1 hour'`
  await transaction
    .updateTable('environment_secrets')
    .set({ expires_at: sql`least(expires_at, ${end})` })
    .where('environment_id', '=', id)
    .execute()
}

function logSecrets(
  transaction: Transaction<Database>,
  { projectId, actor }: EnvironmentTarget,
  { name, secrets }: Environment,
  after: Environment,
): Promise<void> {
  return writeAdminLog(transaction, {
    projectId,
    actor,
    type: 'update',
    resource: 'environment',
    previousValue: environmentValue(name, { secrets }),
    newValue: environmentValue(name, { secrets: after.secrets }),
  })
}

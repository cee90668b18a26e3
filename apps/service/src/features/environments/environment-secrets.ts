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
 * Makes a new secret; those before it end after some hours, or when they would have ended anyway.
 * When its developer is one no more, and so no secret works, the environment becomes nobody's own.
 */
export async function rotateSecret(
  transaction: Transaction<Database>,
  target: EnvironmentTarget,
  overlapHours: number,
): Promise<EnvironmentWithSecret> {
  const before = await lockEnvironment(transaction, target.id)
  const isLeft = before.ownerId !== null && before.secrets.length === 0
  if (isLeft) await giveUp(transaction, target.id)
  await endSecrets(transaction, target.id, isLeft ? 0 : overlapHours)
  const secret = await addSecret(transaction, target.id)
  const after = await readEnvironment(transaction, target.id)
  await logSecrets(transaction, target, before, after)
  return { ...after, secret }
}

async function giveUp(transaction: Transaction<Database>, id: number): Promise<void> {
  await transaction
    .updateTable('environments')
    .set({ owner_id: null })
    .where('id', '=', id)
    .execute()
}

/** Ends every secret but the newest at once. */
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

/** Makes a secret and answers it; the store keeps a hash. */
export async function addSecret(transaction: Transaction<Database>, id: number): Promise<string> {
  const secret = randomHex(SECRET_DIGITS)
  await transaction
    .insertInto('environment_secrets')
    .values({ environment_id: id, secret_hash: hashSecret(secret) })
    .execute()
  return secret
}

/** Ends the present secrets after some hours. */
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

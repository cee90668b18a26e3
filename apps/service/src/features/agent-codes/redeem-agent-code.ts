import { redeemCode } from '@service/authorization'
import { isServiceError, type ServiceError } from '@service/base'
import { sql, type Transaction } from 'kysely'
import type { Deps } from '../../deps.js'
import { InvalidRequestError } from '../../errors.js'
import type { Credential } from '../../http/access/callers.js'
import { toSignInMethod } from '../../http/access/check-sso.js'
import { hashSecret } from '../../secrets/token-format.js'
import type { Database } from '../../store/schema.js'
import { findRenderingUser, type RenderingUser } from '../oidc/rendering-user.js'
import { clientId, openAgentCodes, type StoredAgentCode } from './codes.js'
import { findPreviewedRole, logPreview, type Preview } from './preview.js'

const now = sql<string>`clock_timestamp()`

/** What an agent sends to exchange a code of the panel. */
export interface AgentCodeExchange {
  readonly code: string
  readonly codeVerifier: string
}

/** The person who requested a code, in the rendering they requested it for. */
export interface RedeemedCode {
  readonly userId: number
  readonly renderingId: number
  readonly user: RenderingUser
  /** Present when an administrator looks as a role. */
  readonly preview?: Preview
}

/**
 * Exchanges a code, once, if the session it was requested in still exists and the person may still use the
 * rendering. A second use ends the agent sessions of the person, because one of the two users has stolen the
 * code.
 */
export async function redeemAgentCode(
  { store, log }: Pick<Deps, 'store' | 'log'>,
  environmentId: number,
  exchange: AgentCodeExchange,
): Promise<RedeemedCode> {
  const result = await store.db.transaction().execute(async transaction => {
    await lockPerson(transaction, exchange.code)
    const codes = openAgentCodes(transaction, environmentId)
    const redemption = await redeemCode(codes, { ...exchange, clientId })
    if (redemption.status === 'redeemed') return openRendering(transaction, redemption.data)
    if (redemption.status === 'reused' && redemption.data.opened_at !== null) {
      const { user_id: userId } = redemption.data
      await endAgentSessions(transaction, redemption.data)
      log.warn({ userId, environmentId }, 'A code for an agent was used twice: sessions were ended')
    }
    return refusal('The code is unknown, expired or already used. Request another one.')
  })
  // Thrown here, because an error inside would undo that the code is used.
  if (isServiceError(result)) throw result
  return result
}

/**
 * Locks the person before the code, as a change of password does. A concurrent one waits, and then ends the
 * session that the code opens.
 */
async function lockPerson(transaction: Transaction<Database>, code: string): Promise<void> {
  await sql`
    select from agent_codes join users on users.id = agent_codes.user_id
    where agent_codes.code_hash = ${hashSecret(code)}
    for no key update of users`.execute(transaction)
}

/** Checks again whether the person may use the rendering, because up to a minute has passed. */
async function openRendering(
  transaction: Transaction<Database>,
  code: StoredAgentCode,
): Promise<RedeemedCode | ServiceError> {
  const { user_id: userId, rendering_id: renderingId, environment_id: environmentId } = code
  const credential = await findSession(transaction, code)
  if (!credential) return refusal('The session in which the code was requested has ended.')
  try {
    const search = { environmentId, renderingId, userId, credential }
    const user = await findRenderingUser(transaction, search)
    const preview = await findPreview(transaction, user, code)
    await setOpenedAt(transaction, code, now)
    if (preview) await logPreview(transaction, userId, user, { environmentId, preview })
    return { userId, renderingId, user, preview }
  } catch (error) {
    if (isServiceError(error)) return error
    throw error
  }
}

/** Finds the role as which the person looks, if they still may. */
async function findPreview(
  transaction: Transaction<Database>,
  user: RenderingUser,
  { preview_role_id: roleId, preview_seconds: seconds }: StoredAgentCode,
): Promise<Preview | undefined> {
  if (roleId === null || seconds === null) return undefined
  return { role: await findPreviewedRole(transaction, user, roleId), seconds }
}

async function findSession(
  transaction: Transaction<Database>,
  { session_id: publicId }: StoredAgentCode,
): Promise<Credential | undefined> {
  const session = await transaction
    .selectFrom('sessions')
    .select(['method', 'sso_project_id', 'created_at', 'has_two_factors'])
    .where('public_id', '=', publicId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return (
    session && {
      kind: 'session',
      publicId,
      method: toSignInMethod(session.method),
      ssoProjectId: session.sso_project_id,
      signedInAt: session.created_at,
      hasTwoFactors: session.has_two_factors,
    }
  )
}

/** Ends them once: a code that is tried again and again does not end the sessions that followed. */
async function endAgentSessions(
  transaction: Transaction<Database>,
  code: StoredAgentCode,
): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ session_version: sql<number>`session_version + 1` })
    .where('id', '=', code.user_id)
    .execute()
  await setOpenedAt(transaction, code, null)
}

async function setOpenedAt(
  transaction: Transaction<Database>,
  { code_hash: hash }: StoredAgentCode,
  openedAt: typeof now | null,
): Promise<void> {
  await transaction
    .updateTable('agent_codes')
    .set({ opened_at: openedAt })
    .where('code_hash', '=', hash)
    .execute()
}

const refusal = (message: string) => new InvalidRequestError(message, 'invalid_code')

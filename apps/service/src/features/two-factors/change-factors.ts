import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { Deps } from '../../deps.js'
import { ConflictError, InvalidRequestError, NotFoundError } from '../../errors.js'
import type { Person } from '../../http/access/callers.js'
import type { RequestInfo } from '../../http/request-info.js'
import type { Database } from '../../store/schema.js'
import { recordSecurityEvent } from '../security-events/security-events.js'
import { countSecondFactor } from '../sessions/sign-in-limits.js'
import { finishRegistration, type PasskeyAttestation } from './passkeys.js'
import { replaceRecoveryCodes } from './recovery-codes.js'
import { requireRecentSignIn } from './require-recent-sign-in.js'
import { readTicket } from './tickets.js'
import { removeTotp, useTotpCode } from './totp.js'
import { forgetTwoFactors, hasSecondFactor, markSession } from './two-factors.js'

const MAX_PASSKEYS = 20

/** Confirms the authenticator app of a person by its first code; returns recovery codes with the first second factor. */
export async function addTotp(
  deps: Deps,
  request: RequestInfo,
  person: Person,
  code: string,
): Promise<string[] | null> {
  const attempt = await countSecondFactor(deps, request, person.email)
  const recoveryCodes = await deps.store.db.transaction().execute(async transaction => {
    const { publicId } = await requireRecentSignIn(transaction, person)
    const isFirst = !(await hasSecondFactor(transaction, person.id))
    if (!(await useTotpCode(transaction, deps, person.id, code.replaceAll(' ', ''), 'new'))) {
      throw new InvalidRequestError(
        'The code is wrong. Check the clock of your phone, and enter the code that the app shows now.',
        'wrong_code',
      )
    }
    await recordSecurityEvent(transaction, { userId: person.id, kind: 'totp-added', request })
    await markSession(transaction, publicId)
    return isFirst ? makeFirstCodes(transaction, deps, person, request) : null
  })
  await attempt.succeeded()
  return recoveryCodes
}

export interface NewPasskey {
  readonly ticket: string
  readonly name: string
  readonly passkey: z.output<typeof PasskeyAttestation>
}

/** Adds a passkey; returns recovery codes with the first second factor. */
export function addPasskey(
  deps: Deps,
  request: RequestInfo,
  person: Person,
  { ticket, name, passkey }: NewPasskey,
): Promise<{ id: number; recoveryCodes: string[] | null }> {
  const begun = readTicket(deps, 'new passkey', ticket)
  if (begun?.userId !== person.id) {
    throw new InvalidRequestError("'ticket' has expired. Start again.", 'passkey_invalid')
  }
  const { challenge } = begun
  return deps.store.db.transaction().execute(async transaction => {
    const { publicId } = await requireRecentSignIn(transaction, person)
    await refuseMore(transaction, person.id)
    const isFirst = !(await hasSecondFactor(transaction, person.id))
    const answer = { userId: person.id, challenge, name, passkey }
    const id = await finishRegistration(transaction, deps, request, answer)
    const event = { userId: person.id, kind: 'passkey-added', details: { name } } as const
    await recordSecurityEvent(transaction, { ...event, request })
    await markSession(transaction, publicId)
    const recoveryCodes = isFirst ? await makeFirstCodes(transaction, deps, person, request) : null
    return { id, recoveryCodes }
  })
}

/** Renames a passkey. */
export function changePasskey(
  { store }: Deps,
  request: RequestInfo,
  person: Person,
  id: number,
  name: string,
): Promise<void> {
  return store.db.transaction().execute(async transaction => {
    await requireRecentSignIn(transaction, person)
    const changed = await transaction
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', person.id)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw noPasskey()
    const event = { userId: person.id, kind: 'passkey-renamed', details: { name } } as const
    await recordSecurityEvent(transaction, { ...event, request })
  })
}

/** Removes the authenticator app or a passkey of a person, and with the last one their recovery codes. */
export function removeFactor(
  { store }: Deps,
  request: RequestInfo,
  person: Person,
  factor: 'totp' | number,
): Promise<void> {
  const { id: userId } = person
  return store.db.transaction().execute(async transaction => {
    await requireRecentSignIn(transaction, person)
    if (factor === 'totp') {
      if (!(await removeTotp(transaction, userId))) {
        throw new NotFoundError('You have no authenticator app.')
      }
      await recordSecurityEvent(transaction, { userId, kind: 'totp-removed', request })
    } else {
      const name = await deletePasskey(transaction, userId, factor)
      const event = { userId, kind: 'passkey-removed', details: { name } } as const
      await recordSecurityEvent(transaction, { ...event, request })
    }
    if (!(await hasSecondFactor(transaction, userId))) await forgetTwoFactors(transaction, userId)
  })
}

async function deletePasskey(
  transaction: Transaction<Database>,
  userId: number,
  id: number,
): Promise<string> {
  const removed = await transaction
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst()
  if (!removed) throw noPasskey()
  return removed.name
}

const noPasskey = () => new NotFoundError('You have no such passkey.')

async function refuseMore(transaction: Transaction<Database>, userId: number): Promise<void> {
  const passkeys = await transaction
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', userId)
    .limit(MAX_PASSKEYS)
    .execute()
  if (passkeys.length < MAX_PASSKEYS) return
  throw new ConflictError(
    `You have ${MAX_PASSKEYS} passkeys already. Remove one first.`,
    'too_many_passkeys',
  )
}

async function makeFirstCodes(
  transaction: Transaction<Database>,
  deps: Deps,
  { id: userId }: Person,
  request: RequestInfo,
): Promise<string[]> {
  await recordSecurityEvent(transaction, { userId, kind: 'recovery-codes-made', request })
  return replaceRecoveryCodes(transaction, deps, userId)
}

import { z } from 'zod'
import { ConflictError, InvalidRequestError } from '../../errors.js'
import { personRoute, type Route } from '../../http/route.js'
import { triedPassword } from '../people/person-fields.js'
import { Name, PathId } from '../projects/fields.js'
import {
  readSecurityEvents,
  recordSecurityEvent,
  SecurityEvent,
} from '../security-events/security-events.js'
import { addPasskey, addTotp, changePasskey, removeFactor } from './change-factors.js'
import { PasskeyAttestation, PasskeyOptions, startRegistration } from './passkeys.js'
import { replaceRecoveryCodes } from './recovery-codes.js'
import {
  confirmPassword,
  requireOwnSession,
  requireRecentSignIn,
} from './require-recent-sign-in.js'
import { makeTicket } from './tickets.js'
import { beginTotp } from './totp.js'
import { hasSecondFactor, readTwoFactors, TwoFactors } from './two-factors.js'

const tag = 'My account'
const who = 'session'
const passkeyParams = z.object({ passkeyId: PathId })

const recoveryCodes = z.array(z.string()).nullable().meta({
  description: 'Ten codes, shown once, with the first second factor; otherwise null',
})
const errors = {
  confirmation_required: 'The last sign-in or confirmation is more than ten minutes old.',
  two_factors_required: 'The session was opened without the second factor of the account.',
  password_session_required: 'The session was opened through single sign-on.',
}
const readErrors = { password_session_required: errors.password_session_required }

/** Routes for the second factors of the signed-in person. */
export const twoFactorRoutes: readonly Route[] = [
  personRoute(
    {
      method: 'post',
      path: '/api/me/confirmation',
      tag,
      summary: 'Give your password again',
      description:
        'Changes of second factors need it when the sign-in is more than ten minutes old.',
      who,
      body: z.strictObject({ password: triedPassword }),
      status: 204,
      errors: {
        wrong_password: 'The password is wrong.',
        rate_limited: 'There were too many attempts.',
        password_session_required: errors.password_session_required,
      },
    },
    async ({ deps, person, body }) => {
      await confirmPassword(deps, person, body.password)
      return undefined
    },
  ),
  personRoute(
    {
      method: 'get',
      path: '/api/me/two-factors',
      tag,
      summary: 'Show your second factors',
      who,
      response: TwoFactors,
      errors: readErrors,
    },
    async ({ deps, person }) => {
      const { hasTwoFactors } = requireOwnSession(person)
      return { ...(await readTwoFactors(deps.store.db, person.id)), hasTwoFactors }
    },
  ),
  personRoute(
    {
      method: 'post',
      path: '/api/me/two-factors/totp',
      tag,
      summary: 'Make a key for an authenticator app',
      description: 'It counts from its first right code on (`POST …/totp/confirm`).',
      who,
      status: 201,
      response: z.object({
        key: z.string().meta({ description: 'In Base32' }),
        uri: z.string().meta({ description: '`otpauth://…`, for the QR code' }),
      }),
      errors: { ...errors, totp_exists: 'There is an authenticator app already.' },
    },
    async ({ deps, person, headers }) => {
      headers['Cache-Control'] = 'no-store'
      return deps.store.db.transaction().execute(async transaction => {
        await requireRecentSignIn(transaction, person)
        const key = await beginTotp(transaction, deps, person)
        if (key) return { ...key }
        throw new ConflictError('Remove your authenticator app first.', 'totp_exists')
      })
    },
  ),
  personRoute(
    {
      method: 'post',
      path: '/api/me/two-factors/totp/confirm',
      tag,
      summary: 'Confirm an authenticator app by its first code',
      who,
      body: z.strictObject({ code: z.string().min(1).max(20) }),
      response: z.object({ recoveryCodes }),
      errors: {
        ...errors,
        wrong_code: 'The code is wrong, or there is no key to confirm.',
        rate_limited: 'There were too many attempts.',
      },
    },
    async ({ deps, request, person, body, headers }) => {
      headers['Cache-Control'] = 'no-store'
      return { recoveryCodes: await addTotp(deps, request, person, body.code) }
    },
  ),
  personRoute(
    {
      method: 'delete',
      path: '/api/me/two-factors/totp',
      tag,
      summary: 'Remove your authenticator app',
      description: 'Without another second factor, your recovery codes are removed as well.',
      who,
      status: 204,
      errors,
    },
    async ({ deps, request, person }) => {
      await removeFactor(deps, request, person, 'totp')
      return undefined
    },
  ),
  personRoute(
    {
      method: 'post',
      path: '/api/me/passkeys/options',
      tag,
      summary: 'Begin to add a passkey',
      who,
      status: 201,
      response: z.object({
        ticket: z.string(),
        expiresAt: z.string(),
        options: PasskeyOptions.meta({ description: 'For `navigator.credentials.create`' }),
      }),
      errors,
    },
    async ({ deps, request, person, headers }) => {
      headers['Cache-Control'] = 'no-store'
      await deps.store.db
        .transaction()
        .execute(transaction => requireRecentSignIn(transaction, person))
      const options = await startRegistration(deps, request, person)
      const { challenge } = options
      const ticket = makeTicket(deps, 'new passkey', { userId: person.id, challenge })
      return { ...ticket, options: { ...options } }
    },
  ),
  personRoute(
    {
      method: 'post',
      path: '/api/me/passkeys',
      tag,
      summary: 'Add a passkey',
      who,
      body: z.strictObject({
        ticket: z.string().max(4_000),
        name: Name,
        passkey: PasskeyAttestation,
      }),
      status: 201,
      response: z.object({ id: z.number(), recoveryCodes }),
      errors: {
        ...errors,
        passkey_invalid: 'The passkey does not fit the options, or is registered already.',
        too_many_passkeys: 'There are 20 passkeys already.',
      },
    },
    async ({ deps, request, person, body, headers }) => {
      headers['Cache-Control'] = 'no-store'
      return addPasskey(deps, request, person, body)
    },
  ),
  personRoute(
    {
      method: 'patch',
      path: '/api/me/passkeys/{passkeyId}',
      tag,
      summary: 'Rename a passkey',
      who,
      params: passkeyParams,
      body: z.strictObject({ name: Name }),
      status: 204,
      errors,
    },
    async ({ deps, request, person, params, body }) => {
      await changePasskey(deps, request, person, params.passkeyId, body.name)
      return undefined
    },
  ),
  personRoute(
    {
      method: 'delete',
      path: '/api/me/passkeys/{passkeyId}',
      tag,
      summary: 'Remove a passkey',
      description: 'Without another second factor, your recovery codes are removed as well.',
      who,
      params: passkeyParams,
      status: 204,
      errors,
    },
    async ({ deps, request, person, params }) => {
      await removeFactor(deps, request, person, params.passkeyId)
      return undefined
    },
  ),
  personRoute(
    {
      method: 'post',
      path: '/api/me/recovery-codes',
      tag,
      summary: 'Replace your recovery codes',
      description: 'The former ones stop working. The new ones are shown once.',
      who,
      status: 201,
      response: z.object({ recoveryCodes: z.array(z.string()) }),
      errors: { ...errors, no_second_factor: 'There is no second factor that they could replace.' },
    },
    async ({ deps, request, person, headers }) => {
      headers['Cache-Control'] = 'no-store'
      return deps.store.db.transaction().execute(async transaction => {
        await requireRecentSignIn(transaction, person)
        if (!(await hasSecondFactor(transaction, person.id))) {
          throw new InvalidRequestError('Set up a second factor first.', 'no_second_factor')
        }
        const codes = await replaceRecoveryCodes(transaction, deps, person.id)
        const event = { userId: person.id, kind: 'recovery-codes-made', request } as const
        await recordSecurityEvent(transaction, event)
        return { recoveryCodes: codes }
      })
    },
  ),
  personRoute(
    {
      method: 'get',
      path: '/api/me/security-events',
      tag,
      summary: 'List what happened to your ways to sign in',
      description: 'The last 100 events of 400 days, newest first.',
      who,
      response: z.object({ data: z.array(SecurityEvent) }),
      errors: readErrors,
    },
    async ({ deps, person }) => {
      requireOwnSession(person)
      return { data: await readSecurityEvents(deps.store.db, person.id) }
    },
  ),
]

import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Config } from '../../config.js'
import type { Deps } from '../../deps.js'
import { InvalidRequestError } from '../../errors.js'
import { findPublicUrl } from '../../http/public-url.js'
import type { RequestInfo } from '../../http/request-info.js'
import type { Database } from '../../store/schema.js'
import { useChallenge } from './tickets.js'

/** What a browser returns from `navigator.credentials`, as JSON; the library checks the rest. */
const text = z.string().max(20_000)
const PublicKeyCredential = {
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(100).nullish(),
  clientExtensionResults: z.looseObject({}),
}
export const PasskeyAssertion = z
  .looseObject({
    ...PublicKeyCredential,
    response: z.looseObject({ clientDataJSON: text, authenticatorData: text, signature: text }),
  })
  .meta({ id: 'PasskeyAssertion' })
export const PasskeyAttestation = z
  .looseObject({
    ...PublicKeyCredential,
    response: z.looseObject({
      clientDataJSON: text,
      attestationObject: text,
      transports: z.array(z.string().max(100)).max(20).optional(),
    }),
  })
  .meta({ id: 'PasskeyAttestation' })

/** For `navigator.credentials`: an object of the Web Authentication standard. */
export const PasskeyOptions = z.looseObject({}).meta({ id: 'PasskeyOptions' })

/** Passkeys belong to the host of the public URL and work on its pages only. */
function describeSite(config: Config, request: RequestInfo) {
  const { hostname, origin } = new URL(findPublicUrl(config, request))
  return { rpID: hostname, origin }
}

interface Owner {
  readonly id: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
}

/** What a browser needs to make a passkey that can also sign in without a password. */
export async function startRegistration(
  { config, secrets, store }: Deps,
  request: RequestInfo,
  { id, email, firstName, lastName }: Owner,
) {
  const known = await selectPasskeys(store.db, id).execute()
  return generateRegistrationOptions({
    rpName: 'Service',
    rpID: describeSite(config, request).rpID,
    userName: email,
    userDisplayName: `${firstName} ${lastName}`.trim(),
    // Says nothing about the person to whoever reads the authenticator.
    userID: new Uint8Array(Buffer.from(secrets.mark('passkey owner', String(id)), 'base64url')),
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports,
    })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** Stores a passkey that a browser made for this challenge; returns its id. */
export async function finishRegistration(
  db: Kysely<Database>,
  { config }: Pick<Deps, 'config'>,
  request: RequestInfo,
  answer: {
    readonly userId: number
    readonly challenge: string
    readonly name: string
    readonly passkey: z.output<typeof PasskeyAttestation>
  },
): Promise<number> {
  const { rpID, origin } = describeSite(config, request)
  const { verified, registrationInfo: info } = await verifyRegistrationResponse({
    // The schema has the shape; the library checks every part of it.
    response: answer.passkey as unknown as RegistrationResponseJSON,
    expectedChallenge: answer.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: false,
  }).catch(() => ({ verified: false, registrationInfo: undefined }) as const)
  if (!verified || !info || !(await useChallenge(db, answer.challenge))) {
    throw new InvalidRequestError(
      "'passkey' is not the answer to these options. Start again.",
      'passkey_invalid',
    )
  }
  const stored = await db
    .insertInto('passkeys')
    .values({
      user_id: answer.userId,
      credential_id: info.credential.id,
      public_key: Buffer.from(info.credential.publicKey),
      counter: info.credential.counter,
      transports: [...(info.credential.transports ?? [])],
      name: answer.name,
      is_synced: info.credentialDeviceType === 'multiDevice',
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (stored) return stored.id
  throw new InvalidRequestError('This passkey is registered already.', 'passkey_invalid')
}

/** What a browser needs to use a passkey: one of these, or whichever the person has. */
export async function startAuthentication(
  { config, store }: Pick<Deps, 'config' | 'store'>,
  request: RequestInfo,
  userId?: number,
) {
  const known = userId === undefined ? [] : await selectPasskeys(store.db, userId).execute()
  return generateAuthenticationOptions({
    rpID: describeSite(config, request).rpID,
    // Without a password, the authenticator must check that it is its owner: by PIN, finger or face.
    userVerification: userId === undefined ? 'required' : 'preferred',
    allowCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports,
    })),
  })
}

/** What came of the use of a passkey. */
export type PasskeyUse =
  | { readonly userId: number; readonly problem?: undefined }
  /** `copied`: its counter did not go on, so there may be a copy of the authenticator. */
  | { readonly userId?: number; readonly problem: 'wrong' | 'copied' }

/** Checks the use of a passkey, of this person or of anybody, and accepts it once. */
export async function usePasskey(
  db: Kysely<Database>,
  { config }: Pick<Deps, 'config'>,
  request: RequestInfo,
  answer: {
    readonly challenge: string
    readonly passkey: z.output<typeof PasskeyAssertion>
    /** Absent: whose passkey it is. It then is the only factor, and must have checked its owner. */
    readonly userId?: number
  },
): Promise<PasskeyUse> {
  const { rpID, origin } = describeSite(config, request)
  const stored = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', answer.passkey.id)
    .forUpdate()
    .executeTakeFirst()
  if (!stored || stored.user_id !== (answer.userId ?? stored.user_id)) return { problem: 'wrong' }
  const { user_id: userId, counter } = stored
  const checked = await verifyAuthenticationResponse({
    response: answer.passkey as unknown as AuthenticationResponseJSON,
    expectedChallenge: answer.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: stored.credential_id,
      publicKey: new Uint8Array(stored.public_key),
      // Compared below, where a copy can be told from a wrong signature.
      counter: 0,
      transports: stored.transports,
    },
    requireUserVerification: answer.userId === undefined,
  }).catch(() => undefined)
  if (!checked?.verified) return { userId, problem: 'wrong' }
  const { newCounter } = checked.authenticationInfo
  if ((newCounter > 0 || counter > 0) && newCounter <= counter) return { userId, problem: 'copied' }
  if (!(await useChallenge(db, answer.challenge))) return { userId, problem: 'wrong' }
  await db
    .updateTable('passkeys')
    .set({ counter: newCounter, last_used_at: sql<string>`clock_timestamp()` })
    .where('id', '=', stored.id)
    .execute()
  return { userId }
}

const selectPasskeys = (db: Kysely<Database>, userId: number) =>
  db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('id')

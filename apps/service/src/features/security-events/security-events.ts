import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { RequestInfo } from '../../http/request-info.js'
import type { Database } from '../../store/schema.js'
import { Moment } from '../projects/fields.js'

const securityEventKinds = [
  'totp-added',
  'totp-removed',
  'passkey-added',
  'passkey-renamed',
  'passkey-removed',
  'passkey-refused',
  'recovery-codes-made',
  'recovery-code-used',
  'two-factors-removed',
  'password-changed',
  'email-changed',
  'sessions-ended',
] as const
type SecurityEventKind = (typeof securityEventKinds)[number]

/** Something that happened to the ways in which a person signs in. */
export const SecurityEvent = z
  .object({
    id: z.number(),
    kind: z.enum(securityEventKinds),
    createdAt: Moment,
    details: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Such as the name of a passkey. Never a secret.' }),
    address: z.string().nullable().meta({ description: 'Of the client' }),
    userAgent: z.string().nullable(),
  })
  .meta({ id: 'SecurityEvent' })

export interface NewSecurityEvent {
  readonly userId: number
  readonly kind: SecurityEventKind
  readonly details?: Readonly<Record<string, unknown>>
  /** Absent when the person did not do it themselves. */
  readonly request?: RequestInfo
}

/** Adds an event to the history of an account, in the transaction of what it records. */
export async function recordSecurityEvent(
  db: Kysely<Database>,
  { userId, kind, details = {}, request }: NewSecurityEvent,
): Promise<void> {
  await db
    .insertInto('security_events')
    .values({
      user_id: userId,
      kind,
      details: JSON.stringify(details),
      address: request?.address ?? null,
      user_agent: request?.header('user-agent')?.slice(0, 300) ?? null,
    })
    .execute()
}

const SHOWN = 100

/** Reads the last events of an account, newest first. */
export async function readSecurityEvents(
  db: Kysely<Database>,
  userId: number,
): Promise<z.output<typeof SecurityEvent>[]> {
  const rows = await db
    .selectFrom('security_events')
    .select(['id', 'kind', 'created_at', 'details', 'address', 'user_agent'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(row => ({
    id: row.id,
    kind: row.kind as SecurityEventKind,
    createdAt: row.created_at,
    details: row.details,
    address: row.address,
    userAgent: row.user_agent,
  }))
}

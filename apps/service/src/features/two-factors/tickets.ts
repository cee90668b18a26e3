import { type Kysely, sql } from 'kysely'
import type { Deps } from '../../deps.js'
import { hashSecret } from '../../secrets/token-format.js'
import { type Instant, toInstant } from '../../store/instant.js'
import type { Database } from '../../store/schema.js'

/** How long a person has for a step of a sign-in, or to make a passkey. */
const MINUTES = 10

/** What a step that has begun knows; the browser keeps it encrypted until the step ends. */
interface Tickets {
  /** The password was right: a second factor is missing. */
  'second step': {
    readonly userId: number
    readonly email: string
    /** Changes with the password. */
    readonly passwordMark: string
    readonly challenge: string
  }
  'passkey sign-in': { readonly challenge: string }
  'new passkey': { readonly userId: number; readonly challenge: string }
}
type Step = keyof Tickets

export interface Ticket {
  readonly ticket: string
  readonly expiresAt: Instant
}

/** Encrypts what a step needs later, on whichever instance. */
export function makeTicket<S extends Step>(
  { secrets }: Pick<Deps, 'secrets'>,
  step: S,
  content: Tickets[S],
): Ticket {
  const expiresAt = new Date(Date.now() + MINUTES * 60_000)
  const text = JSON.stringify({ ...content, until: expiresAt.getTime() })
  return { ticket: secrets.encrypt(`ticket: ${step}`, text), expiresAt: toInstant(expiresAt) }
}

/** Reads a ticket of this step; undefined when it is not one, or has expired. */
export function readTicket<S extends Step>(
  { secrets }: Pick<Deps, 'secrets'>,
  step: S,
  ticket: string,
): Tickets[S] | undefined {
  const text = secrets.decrypt(`ticket: ${step}`, ticket)
  if (text === undefined) return undefined
  const { until, ...content } = JSON.parse(text)
  return until > Date.now() ? content : undefined
}

/** Accepts the answer to a challenge once: a copy of it opens nothing. */
export async function useChallenge(db: Kysely<Database>, challenge: string): Promise<boolean> {
  const used = await db
    .insertInto('used_challenges')
    .values({
      challenge_hash: hashSecret(challenge),
      expires_at: sql<Instant>`clock_timestamp() + ${2 * MINUTES} * interval '1 minute'`,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('challenge_hash')
    .executeTakeFirst()
  return used !== undefined
}

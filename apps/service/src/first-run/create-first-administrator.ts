import { sql } from 'kysely'
import type { Config } from '../config.js'
import type { Deps } from '../deps.js'
import { ConfigurationError } from '../errors.js'
import { checkNewPassword } from '../features/me/password-rules.js'
import { createUser } from '../features/people/create-user.js'
import { hashPassword } from '../secrets/password.js'
import { randomText } from '../secrets/token-format.js'

export interface FirstAdministrator {
  readonly email: string
  /** The generated password, to be printed once. Absent when the settings gave one. */
  readonly madePassword?: string
}

/** The e-mail address of the first administrator. */
export const chooseAdminEmail = ({ adminEmail }: Pick<Config, 'adminEmail'>): string =>
  (adminEmail ?? 'admin@example.com').toLowerCase()

/** An arbitrary advisory lock number: instances that start at the same time wait for each other. */
const LOCK = 7_310_001

/**
 * Creates an owner in an installation without people, with the password of the settings or a generated one.
 * Returns undefined when an account exists.
 */
export async function createFirstAdministrator({
  config,
  store,
}: Pick<Deps, 'config' | 'store'>): Promise<FirstAdministrator | undefined> {
  if (await hasPeople(store.db)) return undefined
  const email = chooseAdminEmail(config)
  const madePassword = config.adminPassword === undefined ? randomText(20) : undefined
  const password = config.adminPassword ?? madePassword ?? ''
  refuseWeak(password, email)
  const passwordHash = await hashPassword(password)
  return store.db.transaction().execute(async transaction => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction)
    if (await hasPeople(transaction)) return undefined
    await createUser(transaction, {
      email,
      firstName: 'First',
      lastName: 'Administrator',
      passwordHash,
      unverifiedIn: null,
      isOwner: true,
    })
    return { email, madePassword }
  })
}

async function hasPeople(db: Deps['store']['db']): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

function refuseWeak(password: string, email: string): void {
  try {
    checkNewPassword(password, email, 'SERVICE_ADMIN_PASSWORD')
  } catch (error) {
    throw new ConfigurationError([(error as Error).message.replaceAll("'", '')])
  }
}

import { type Kysely, sql } from 'kysely'
import type { Database } from '../../store/schema.js'
import type { ActorPerson } from '../admin-logs/write-admin-log.js'

export interface NewUser {
  readonly email: string
  /** Default: what comes before the @ of the address. */
  readonly username?: string
  readonly firstName: string
  readonly lastName: string
  /** Null for people who only sign in through SSO. */
  readonly passwordHash: string | null
  /** The project it is made in, while nobody proved the address; null when somebody did. */
  readonly unverifiedIn: number | null
  readonly isOwner?: boolean
}

/** Makes an account; undefined when the e-mail address has one already. */
export async function createUser(
  db: Kysely<Database>,
  user: NewUser,
): Promise<ActorPerson | undefined> {
  const email = user.email.toLowerCase()
  return db
    .insertInto('users')
    .values({
      email,
      username: user.username ?? nameOf(email),
      first_name: user.firstName,
      last_name: user.lastName,
      password_hash: user.passwordHash,
      is_owner: user.isOwner ?? false,
      unverified_in_project_id: user.unverifiedIn,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning(['id', 'email', 'username'])
    .executeTakeFirst()
}

/** The account of an e-mail address. */
export async function findUser(
  db: Kysely<Database>,
  email: string,
): Promise<ActorPerson | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'username'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
}

/** What comes before the @ of an e-mail address. */
export const nameOf = (email: string): string => email.slice(0, email.lastIndexOf('@'))

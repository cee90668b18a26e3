import { type Kysely, sql } from 'kysely'
import type { Database } from '../../store/schema.js'
import type { ActorPerson } from '../admin-logs/write-admin-log.js'

export interface NewUser {
  readonly email: string
  /** Absent: the local part of the e-mail address. */
  readonly username?: string
  readonly firstName: string
  readonly lastName: string
  /** Null for people who only sign in through SSO. */
  readonly passwordHash: string | null
  /**
   * The project in which the account was created, as long as the e-mail address is unverified; null once it
   * is verified.
   */
  readonly unverifiedIn: number | null
  readonly isOwner?: boolean
}

/** Creates an account; returns undefined when the e-mail address already has one. */
export async function createUser(
  db: Kysely<Database>,
  user: NewUser,
): Promise<ActorPerson | undefined> {
  const email = user.email.toLowerCase()
  return db
    .insertInto('users')
    .values({
      email,
      username: user.username ?? readLocalPart(email),
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

/** Finds the account of an e-mail address. */
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

/** The local part of an e-mail address. */
export const readLocalPart = (email: string): string => email.slice(0, email.lastIndexOf('@'))

import type { z } from 'zod'
import { ConflictError, InvalidRequestError } from '../errors.js'
import { checkNewPassword } from '../features/me/password-rules.js'
import { createUser, findUser, readLocalPart } from '../features/people/create-user.js'
import { emailAddress, permissionLevel } from '../features/people/person-fields.js'
import { hashPassword } from '../secrets/password.js'
import { migrate } from '../store/migrate.js'
import type { CommandIo } from './command-io.js'
import { joinProject, type MembershipOptions } from './join-project.js'
import { printResult, type ResultOptions } from './print-result.js'
import { readPassword } from './read-password.js'
import { withStore } from './with-store.js'

/** The options of `backoffice user create`, as typed. */
export interface UserCreateOptions extends ResultOptions {
  readonly email: string
  readonly owner?: boolean
  readonly passwordStdin?: boolean
  readonly project?: string
  readonly level?: string
  readonly role?: string
  readonly team?: string
}

/**
 * Creates an account and, with a project, adds it as a member. An existing account is only added as a member.
 */
export async function userCreate(options: UserCreateOptions, io: CommandIo): Promise<void> {
  const email = checked('--email', emailAddress, options.email)
  const membership = readMembership(options)
  await withStore(io, async store => {
    await migrate(store)
    const known = await findUser(store.db, email)
    if (known && !membership) {
      throw new ConflictError(`There is already an account for ${email}.`, 'email_taken')
    }
    const account = known ? undefined : await newAccount(options, email, io)
    await store.db.transaction().execute(async transaction => {
      const user = known ?? (account && (await createUser(transaction, account)))
      if (!user) throw new ConflictError(`An account for ${email} was created in the meantime.`)
      if (membership) await joinProject(transaction, user.id, membership)
    })
    const password = account?.madePassword
    printResult(io, options, { email, isNew: !known, password, membership }, [
      `${known ? 'Found' : 'Created'} the account ${email}.`,
      ...(membership
        ? [`It is a member of '${membership.project}' with level ${membership.level}.`]
        : []),
      ...(password ? [`Password, shown only now: ${password}`] : []),
    ])
  })
}

function readMembership({
  project,
  level,
  role,
  team,
}: UserCreateOptions): MembershipOptions | undefined {
  if ([project, level, role, team].every(option => option === undefined)) return undefined
  if (project === undefined || level === undefined || role === undefined || team === undefined) {
    throw new InvalidRequestError('A member needs --project, --level, --role and --team.')
  }
  return { project, level: checked('--level', permissionLevel, level), role, team }
}

function checked<T>(option: string, schema: z.ZodType<T>, value: string): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new InvalidRequestError(`${option} ${result.error.issues[0]?.message}.`)
}

async function newAccount(
  { owner, passwordStdin }: UserCreateOptions,
  email: string,
  io: CommandIo,
) {
  const { password, isMade } = await readPassword(io, passwordStdin ?? false)
  checkNewPassword(password, email, 'password')
  return {
    email,
    firstName: readLocalPart(email),
    lastName: '',
    passwordHash: await hashPassword(password),
    isOwner: owner,
    unverifiedIn: null,
    madePassword: isMade ? password : undefined,
  }
}

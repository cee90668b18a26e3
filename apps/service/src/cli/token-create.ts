import type { Transaction } from 'kysely'
import { z } from 'zod'
import { ForbiddenError, InvalidRequestError, NotFoundError } from '../errors.js'
import { hasSso } from '../features/tokens/check-sign-in.js'
import { createToken } from '../features/tokens/create-token.js'
import { tokenExpiry, tokenName } from '../features/tokens/token-fields.js'
import { tokenScopes } from '../http/access/token-scopes.js'
import { migrate } from '../store/migrate.js'
import type { Store } from '../store/open-store.js'
import type { Database } from '../store/schema.js'
import type { CommandIo } from './command-io.js'
import { printResult, type ResultOptions } from './print-result.js'
import { withStore } from './with-store.js'

/** The options of `backoffice token create`, as typed. */
export interface TokenCreateOptions extends ResultOptions {
  readonly project: string
  /** The Admin who will own the token. */
  readonly email: string
  readonly name: string
  /** Separated by commas. */
  readonly scopes: string
  readonly expires?: string
}

/** Creates a public API token for an Admin of a project and prints it once. */
export async function tokenCreate(options: TokenCreateOptions, io: CommandIo): Promise<void> {
  const order = {
    name: checked('--name', tokenName, options.name),
    scopes: checked('--scopes', scopeList, options.scopes),
    expiresAt: checked('--expires', tokenExpiry, options.expires),
  }
  await withStore(io, async store => {
    await migrate(store)
    const { project_id: projectId, ...owner } = await findAdmin(store, options)
    const { token } = await store.db.transaction().execute(async transaction => {
      await refuseSso(transaction, projectId)
      const actor = { initiator: 'service' } as const
      return createToken(transaction, { ...order, projectId, owner, actor })
    })
    if (!options.json) {
      io.errors.write(`Token of ${owner.email} for '${options.project}', shown only now:\n`)
    }
    const result = { token, owner: owner.email, project: options.project, ...order }
    printResult(io, options, result, [token])
  })
}

async function refuseSso(transaction: Transaction<Database>, projectId: number): Promise<void> {
  if (!(await hasSso(transaction, projectId))) return
  throw new ForbiddenError(
    'This project uses single sign-on. Create its tokens in the panel, after signing in through it.',
    'sso_session_required',
  )
}

const scopeList = z
  .string()
  .transform(text => text.split(',').map(scope => scope.trim()))
  .pipe(z.array(z.enum(tokenScopes, `must be some of ${tokenScopes.join(', ')}`)))
  .refine(scopes => new Set(scopes).size === scopes.length, 'must name each scope once')

async function findAdmin({ db }: Store, { project, email }: TokenCreateOptions) {
  const row = await db
    .selectFrom('projects')
    .innerJoin('members', 'members.project_id', 'projects.id')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select([
      'members.project_id',
      'members.permission_level',
      'users.id',
      'users.username',
      'users.email',
    ])
    .where('projects.name', '=', project)
    .where('projects.deleted_at', 'is', null)
    .where('users.disabled_at', 'is', null)
    .where(({ eb, fn }) => eb(fn('lower', ['users.email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  if (!row) throw new NotFoundError(`There is no project '${project}' with a member ${email}.`)
  const { permission_level: level, ...admin } = row
  if (level === 'admin') return admin
  throw new ForbiddenError(`${email} is not an Admin of '${project}'; their level is '${level}'.`)
}

function checked<S extends z.ZodType>(
  option: string,
  schema: S,
  value: string | undefined,
): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new InvalidRequestError(`${option} ${result.error.issues[0]?.message}.`)
}

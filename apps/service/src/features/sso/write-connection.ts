import { sql, type Transaction } from 'kysely'
import { InvalidRequestError, NotFoundError } from '../../errors.js'
import type { Person } from '../../http/access/callers.js'
import type { Database } from '../../store/schema.js'
import { writeAdminLog } from '../admin-logs/write-admin-log.js'
import { existing } from '../people/check-role-and-teams.js'
import { lockProject } from '../people/lock-project.js'
import { connectionChange, connectionValue } from './connection-log.js'
import { readConnection, type SsoConnection } from './sso-connection.js'
import type { SsoBody } from './sso-settings.js'

/** Settings whose secret is already encrypted. */
export interface NewConnection extends SsoBody {
  readonly encryptedSecret: string | null
}

/** Connects a project to an identity provider, or changes the connection. */
export async function setConnection(
  transaction: Transaction<Database>,
  projectId: number,
  person: Person,
  settings: NewConnection,
): Promise<SsoConnection> {
  await lockProject(transaction, projectId)
  await checkDefaults(transaction, projectId, settings)
  const before = await readConnection(transaction, { id: projectId })
  const values = {
    issuer: settings.issuer,
    client_id: settings.clientId,
    client_secret: settings.encryptedSecret,
    allowed_domains: settings.allowedDomains,
    is_required: settings.isRequired,
    default_role_id: settings.defaultRoleId ?? null,
    default_team_id: settings.defaultTeamId ?? null,
  }
  await transaction
    .insertInto('sso_connections')
    .values({ project_id: projectId, ...values })
    .onConflict(conflict =>
      conflict
        .column('project_id')
        .doUpdateSet({ ...values, updated_at: sql<string>`clock_timestamp()` }),
    )
    .execute()
  const after = await readConnection(transaction, { id: projectId })
  if (!after) throw new Error(`The connection of project ${projectId} was not stored.`)
  if (before && before.issuer !== after.issuer) await endSessions(transaction, projectId, person)
  const change = connectionChange(before, after)
  if (change) {
    const type = before ? 'update' : 'add'
    const actor = { initiator: 'administrator', person } as const
    await writeAdminLog(transaction, { projectId, actor, type, resource: 'sso', ...change })
  }
  return after
}

/** Removes the connection of a project and ends the sessions opened through it. */
export async function removeConnection(
  transaction: Transaction<Database>,
  projectId: number,
  person: Person,
): Promise<void> {
  await lockProject(transaction, projectId)
  const before = await readConnection(transaction, { id: projectId })
  if (!before) throw noConnection()
  await transaction.deleteFrom('sso_connections').where('project_id', '=', projectId).execute()
  await endSessions(transaction, projectId, person)
  await writeAdminLog(transaction, {
    projectId,
    actor: { initiator: 'administrator', person },
    type: 'remove',
    resource: 'sso',
    previousValue: connectionValue(before),
  })
}

export const noConnection = () => new NotFoundError('This project has no single sign-on.')

async function checkDefaults(
  transaction: Transaction<Database>,
  projectId: number,
  { defaultRoleId, defaultTeamId }: SsoBody,
): Promise<void> {
  if (defaultTeamId && !defaultRoleId) {
    throw new InvalidRequestError("'defaultTeamId' needs a 'defaultRoleId'.", 'invalid_body')
  }
  if (defaultRoleId) await checkExists(transaction, 'role', projectId, defaultRoleId)
  if (defaultTeamId) await checkExists(transaction, 'team', projectId, defaultTeamId)
}

async function checkExists(
  transaction: Transaction<Database>,
  noun: 'role' | 'team',
  projectId: number,
  id: number,
): Promise<void> {
  const [found] = await existing(transaction, `${noun}s`, projectId, [id])
  if (found !== undefined) return
  const name = noun === 'role' ? 'defaultRoleId' : 'defaultTeamId'
  throw new InvalidRequestError(
    `'${name}' must name a ${noun} of this project; there is no ${noun} ${id}.`,
    'invalid_body',
  )
}

/** Ends the sessions opened through the previous provider, except the one that makes the change. */
async function endSessions(
  transaction: Transaction<Database>,
  projectId: number,
  { credential }: Person,
): Promise<void> {
  await transaction
    .deleteFrom('sessions')
    .where('sso_project_id', '=', projectId)
    .where('public_id', '!=', credential.kind === 'session' ? credential.publicId : '')
    .execute()
}

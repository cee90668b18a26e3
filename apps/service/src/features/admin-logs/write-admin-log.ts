import type { Transaction } from 'kysely'
import { advanceStream, setStreamHash } from '../../logs/advance-stream.js'
import { chainHash } from '../../logs/chain-hash.js'
import type { Database } from '../../store/schema.js'
import { adminLogEntry } from './admin-log-entry.js'

export const adminLogTypes = ['add', 'remove', 'update', 'initial'] as const
export const adminLogInitiators = ['administrator', 'identityProvider', 'service'] as const
export const adminLogResources = [
  'user-project',
  'role',
  'team',
  'environment',
  'project',
  'role-rights',
  'scope',
  'segment',
  'chart',
  'dashboard',
  'view',
  'layout',
  'ip-rules',
  'customizations',
  'token',
  'grant',
  'sso',
  'invitation',
  'approval',
  'retention',
  'job',
  'welcome-link',
  'two-factors',
  'password-link',
  'email',
  'view-as-role',
] as const

/** Who made a change: a person, the project's identity provider, or the service itself (first run, CLI). */
export type Actor =
  | { readonly initiator: 'administrator'; readonly person: ActorPerson }
  | { readonly initiator: 'identityProvider' }
  | { readonly initiator: 'service' }

export interface ActorPerson {
  readonly id: number
  readonly username: string
  readonly email: string
}

/** One change to the configuration of a project. An update contains only the keys that changed. */
export interface AdminChange {
  readonly projectId: number
  readonly actor: Actor
  readonly type: (typeof adminLogTypes)[number]
  readonly resource: (typeof adminLogResources)[number]
  readonly previousValue?: object
  readonly newValue?: object
}

/**
 * Writes an admin log entry in the transaction of the change it records. Call it last: the project's log
 * stays locked until the transaction ends.
 */
export async function writeAdminLog(
  transaction: Transaction<Database>,
  change: AdminChange,
): Promise<void> {
  const { projectId, actor } = change
  const run = await advanceStream(transaction, projectId, 'admin_logs', 1)
  const person = actor.initiator === 'administrator' ? actor.person : undefined
  const row = {
    project_id: projectId,
    created_at: run.instantAt(0),
    seq: run.firstSeq,
    type: change.type,
    resource: change.resource,
    initiator: actor.initiator,
    user_id: person?.id ?? null,
    username: person?.username ?? null,
    user_email: person?.email ?? null,
    previous_value: change.previousValue ?? null,
    new_value: change.newValue ?? null,
  }
  const hash = chainHash(run.previousHash, adminLogEntry(row))
  await transaction
    .insertInto('admin_logs')
    .values({
      ...row,
      previous_value: row.previous_value && JSON.stringify(row.previous_value),
      new_value: row.new_value && JSON.stringify(row.new_value),
      hash,
    })
    .execute()
  await setStreamHash(transaction, projectId, 'admin_logs', hash)
}

import type { Layout } from '@service/protocol'
import { sql, type Transaction } from 'kysely'
import type { Instant } from '../../store/instant.js'
import type { Database } from '../../store/schema.js'
import { type ActorPerson, writeAdminLog } from '../admin-logs/write-admin-log.js'
import { createPatch } from './create-patch.js'
import { readLayout } from './read-layout.js'

/** A change to the layout of a team, which stays locked until the transaction ends. */
export interface LayoutChange {
  readonly transaction: Transaction<Database>
  readonly project: { readonly id: number }
  readonly environment: { readonly id: number; readonly name: string }
  readonly team: { readonly id: number; readonly name: string }
  readonly person: ActorPerson
}

/**
 * Makes a layout the next version, unless it equals the current one. `origin` is for the admin log: where the
 * layout comes from.
 */
export async function writeLayout(
  change: LayoutChange,
  layout: Layout,
  origin: object = {},
): Promise<void> {
  const { transaction, environment, team, person } = change
  const place = { environment_id: environment.id, team_id: team.id }
  const before = await readLayout(transaction, { environmentId: environment.id, teamId: team.id })
  const patch = createPatch(before.layout, layout)
  if (patch.length === 0) return
  const text = JSON.stringify(layout)
  const { updated_at } = await transaction
    .insertInto('layouts')
    .values({ ...place, layout: text, updated_by: person.id })
    .onConflict(conflict =>
      conflict.columns(['environment_id', 'team_id']).doUpdateSet({
        layout: text,
        updated_by: person.id,
        updated_at: sql<Instant>`clock_timestamp()`,
      }),
    )
    .returning('updated_at')
    .executeTakeFirstOrThrow()
  const version = (await readLastVersion(change)) + 1
  await transaction
    .insertInto('layout_versions')
    .values({
      ...place,
      version,
      layout: text,
      patch: JSON.stringify(patch),
      created_at: updated_at,
      created_by: person.id,
    })
    .execute()
  await writeAdminLog(transaction, {
    projectId: change.project.id,
    actor: { initiator: 'administrator', person },
    resource: 'layout',
    ...(before.layout
      ? { type: 'update', previousValue: describeVersion(change, version - 1) }
      : { type: 'add' }),
    newValue: { ...describeVersion(change, version), ...origin, patch },
  })
}

async function readLastVersion({ transaction, environment, team }: LayoutChange): Promise<number> {
  const { last } = await transaction
    .selectFrom('layout_versions')
    .select(({ fn }) => fn.max<number | null>('version').as('last'))
    .where('environment_id', '=', environment.id)
    .where('team_id', '=', team.id)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

const describeVersion = ({ environment, team }: LayoutChange, version: number) => ({
  team: { object: 'team', name: team.name },
  environment: { object: 'environment', name: environment.name },
  version,
})

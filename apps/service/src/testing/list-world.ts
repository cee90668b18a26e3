import type { Insertable } from 'kysely'
import { activityLogActions } from '../features/activity-logs/activity-log-actions.js'
import {
  adminLogInitiators,
  adminLogResources,
  adminLogTypes,
} from '../features/admin-logs/write-admin-log.js'
import { addMicroseconds, type Instant } from '../store/instant.js'
import type { Store } from '../store/open-store.js'
import type { ActivityLogsTable, AdminLogsTable, NotesTable } from '../store/schema.js'
import { createRandom } from './random.js'
import { createSeed } from './seed.js'

const ROWS = 240
/** Rows are 137 microseconds apart: some seven in every millisecond. */
const STEP = 137
const FIRST_INSTANT: Instant = '2026-02-01T08:30:00.000000Z'

/** A project with two environments full of notes and logs, and another project with the like. */
export async function createListWorld(store: Store) {
  const seed = createSeed(store)
  const project = await seed.project('Acme / Söhne')
  const people = [
    await seed.user({ email: 'Support.Lead@example.com' }),
    await seed.user({ email: 'auditor@example.com' }),
    await seed.user({ email: 'clerk@example.com' }),
  ]
  const { db } = store
  const team = (name: string, deletedAt: Instant | null = null) =>
    db
      .insertInto('teams')
      .values({ project_id: project.id, name, deleted_at: deletedAt })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
  const teams = [
    project.team,
    await team('operations'),
    await team('Finance', FIRST_INSTANT),
    await team('Finance'),
  ]
  const other = await seed.project('acme / söhne')
  const staging = await db
    .insertInto('environments')
    .values({ project_id: project.id, name: 'Staging', kind: 'staging' })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  const random = createRandom(20_260_201)
  const at = (index: number, seconds = 0) =>
    addMicroseconds(FIRST_INSTANT, index * STEP + seconds * 1_000_000)

  const noteRow = (index: number, environmentId: number): Insertable<NotesTable> => ({
    environment_id: environmentId,
    title: `Note ${index}`,
    record_id: String(random.below(6)),
    collection_name: random.pick(['orders', 'Orders', 'customers', null]),
    team_id: random.pick(teams).id,
    user_id: random.pick(people).id,
    created_at: at(index),
    updated_at: random.below(2) === 0 ? at(index) : at(ROWS - index, 60),
    archived_at: random.below(3) === 0 ? at(index * 7, 120) : null,
  })

  const activityLogRow = (index: number, environmentId: number): Insertable<ActivityLogsTable> => {
    const person = random.pick(people)
    return {
      environment_id: environmentId,
      created_at: at(index),
      seq: index + 1,
      type: random.pick(['read', 'write']),
      action: random.pick(activityLogActions.slice(0, 5)),
      label: random.pick(['deleted', 'failed', 'Refund (failed)', 'failed twice', null]),
      record_ids: random.pick([['1'], ['1', '2'], ['a|b'], [], null]),
      user_id: person.id,
      username: person.username,
      user_email: person.email,
      team_name: random.pick(teams).name,
      collection_name: random.pick(['orders', 'Orders', null]),
      inbox_name: random.pick(['Refunds', null]),
      workflow: random.pick([
        null,
        JSON.stringify({ name: 'Refund', runId: 'r1' }),
        JSON.stringify({ name: 'Refund', runId: 'r2', stepName: 'Check', optionName: 'Yes' }),
      ]),
      hash: Buffer.alloc(32),
      occurred_at: random.pick([null, at(index), at(index >> 1), at(0)]),
    }
  }

  const adminLogRow = (index: number, projectId: number): Insertable<AdminLogsTable> => {
    const initiator = random.pick(adminLogInitiators)
    const person = initiator === 'administrator' ? random.pick(people) : undefined
    return {
      project_id: projectId,
      created_at: at(index),
      seq: index + 1,
      type: random.pick(adminLogTypes),
      resource: random.pick(adminLogResources.slice(0, 4)),
      initiator,
      user_id: person?.id ?? null,
      username: person?.username ?? null,
      user_email: person?.email ?? null,
      previous_value: random.pick([null, JSON.stringify({ object: 'role', name: 'Support' })]),
      new_value: random.pick([null, JSON.stringify({ object: 'role', name: 'Care' })]),
      hash: Buffer.alloc(32),
    }
  }

  const rows = <Row>(make: (index: number, owner: number) => Row, owner: number) =>
    Array.from({ length: ROWS }, (_, index) => make(index, owner))
  const notes = await db
    .insertInto('notes')
    .values(rows(noteRow, project.environment.id))
    .returningAll()
    .execute()
  const messages = await db
    .insertInto('note_messages')
    .values(
      notes.flatMap((note, index) =>
        Array.from({ length: index % 4 }, (_, position) => ({
          environment_id: note.environment_id,
          note_id: note.id,
          content: `<p>message ${position} of “${note.title}”</p>`,
          user_id: random.pick(people).id,
          created_at: addMicroseconds(note.created_at, position * 1_000_000),
        })),
      ),
    )
    .returningAll()
    .execute()
  const activityLogs = await db
    .insertInto('activity_logs')
    .values(rows(activityLogRow, project.environment.id))
    .returningAll()
    .execute()
  const adminLogs = await db
    .insertInto('admin_logs')
    .values(rows(adminLogRow, project.id))
    .returningAll()
    .execute()
  for (const environmentId of [staging.id, other.environment.id]) {
    await db.insertInto('notes').values(rows(noteRow, environmentId)).execute()
    await db.insertInto('activity_logs').values(rows(activityLogRow, environmentId)).execute()
  }
  await db.insertInto('admin_logs').values(rows(adminLogRow, other.id)).execute()

  return {
    seed,
    project,
    other,
    staging,
    people,
    teams,
    notes,
    messages,
    activityLogs,
    adminLogs,
    headers: await seed.apiToken({ projectId: project.id, userId: project.admin.id }),
  }
}

export type ListWorld = Awaited<ReturnType<typeof createListWorld>>

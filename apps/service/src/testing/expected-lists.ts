import type { Selectable } from 'kysely'
import type { ActivityLogsTable, AdminLogsTable, NotesTable } from '../store/schema.js'
import type { FilterCase } from './filter-case.js'
import { instantCases } from './instant-cases.js'
import type { ListWorld } from './list-world.js'

export interface ListCase<Row> {
  readonly name: string
  readonly path: string
  /** Names of the path, as echoed. */
  readonly names: Readonly<Record<string, string>>
  /** Oldest first. */
  readonly rows: Row[]
  readonly values: Readonly<Record<string, readonly FilterCase<Row>[]>>
  toItem(row: Row): object
}

type NoteRow = Selectable<NotesTable>
type ActivityLogRow = Selectable<ActivityLogsTable>
type AdminLogRow = Selectable<AdminLogsTable>

/** The three lists over the rows of a world: slow, obvious and written without the code under test. */
export function expectedLists(world: ListWorld): readonly ListCase<unknown>[] {
  return [notes(world), activityLogs(world), adminLogs(world)]
}

function notes({ project, people, teams, ...world }: ListWorld): ListCase<NoteRow> {
  const person = (id: number) => userObject(people.find(one => one.id === id))
  const teamName = (id: number) => teams.find(team => team.id === id)?.name
  const { path, names } = environmentPath(project)
  return {
    name: 'notes',
    path: `${path}/notes`,
    names,
    rows: world.notes,
    values: {
      userId: userIds(people),
      userEmail: emails(row => people.find(one => one.id === row.user_id)?.email),
      teamName: texts(['Operations', 'operations', 'Finance', 'Nobody'], row =>
        teamName(row.team_id),
      ),
      collectionName: texts(['orders', 'Orders', 'customers', 'ord%'], row => row.collection_name),
      recordId: texts(['0', '5', '05', "'; --"], row => row.record_id),
      ...instantCases('createdAt', (row: NoteRow) => row.created_at),
      ...instantCases('updatedAt', (row: NoteRow) => row.updated_at),
      ...instantCases('archivedAt', (row: NoteRow) => row.archived_at),
    },
    toItem: row =>
      present({
        object: 'note',
        id: row.id,
        title: row.title,
        recordId: row.record_id,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
        archivedAt: row.archived_at,
        user: person(row.user_id),
        environment: { object: 'environment', name: project.environment.name },
        team: { object: 'team', name: teamName(row.team_id) },
        collection: row.collection_name && { object: 'collection', name: row.collection_name },
        messages: world.messages
          .filter(message => message.note_id === row.id)
          .map(message => ({
            object: 'note-message',
            content: message.content,
            createdAt: message.created_at,
            user: person(message.user_id),
          })),
      }),
  }
}

function activityLogs({ project, people, ...world }: ListWorld): ListCase<ActivityLogRow> {
  const { path, names } = environmentPath(project)
  return {
    name: 'activity-logs',
    path: `${path}/activity-logs`,
    names,
    rows: world.activityLogs,
    values: {
      userId: userIds(people),
      userEmail: emails(row => row.user_email),
      teamName: texts(['Operations', 'operations', 'Finance', 'Nobody'], row => row.team_name),
      collectionName: texts(['orders', 'Orders', 'customers'], row => row.collection_name),
      recordId: ['1', '2', 'a|b', '{1}', "'"].map(text => ({
        text,
        matches: row => row.record_ids?.includes(text) ?? false,
      })),
      action: texts(['create', 'read', 'delete', 'resumeWorkflow'], row => row.action),
      type: texts(['read', 'write'], row => row.type),
      status: [{ text: 'failed', matches: row => /^failed$| \(failed\)$/.test(row.label ?? '') }],
      ...instantCases('createdAt', (row: ActivityLogRow) => row.created_at),
      ...instantCases('occurredAt', (row: ActivityLogRow) => row.occurred_at ?? row.created_at),
    },
    toItem: row =>
      present({
        object: 'activityLog',
        id: `${project.environment.id.toString(36)}-${row.seq.toString(36)}`,
        type: row.type,
        action: row.action,
        label: row.label,
        recordIds: row.record_ids,
        createdAt: row.created_at,
        occurredAt: row.occurred_at ?? row.created_at,
        user: userObject({ id: row.user_id, username: row.username, email: row.user_email }),
        environment: { object: 'environment', name: project.environment.name },
        team: { object: 'team', name: row.team_name },
        collection: row.collection_name && { object: 'collection', name: row.collection_name },
        inbox: row.inbox_name && { object: 'inbox', name: row.inbox_name },
        workflow: row.workflow && { object: 'workflow', ...row.workflow },
      }),
  }
}

function adminLogs({ project, people, ...world }: ListWorld): ListCase<AdminLogRow> {
  return {
    name: 'admin-logs',
    path: `/v1/project/${encodeURIComponent(project.name)}/admin-logs`,
    names: { projectName: project.name },
    rows: world.adminLogs,
    values: {
      userId: userIds(people),
      userEmail: emails(row => row.user_email),
      type: texts(['add', 'remove', 'update', 'initial'], row => row.type),
      initiator: [
        ...texts(
          ['administrator', 'identityProvider', 'service'],
          (row: AdminLogRow) => row.initiator,
        ),
        { text: 'forestAdmin', matches: row => row.initiator === 'service' },
      ],
      resource: texts(
        ['user-project', 'role', 'team', 'environment', 'token'],
        row => row.resource,
      ),
      ...instantCases('createdAt', (row: AdminLogRow) => row.created_at),
    },
    toItem: row =>
      present({
        object: 'adminLog',
        id: `${project.id.toString(36)}-${row.seq.toString(36)}`,
        type: row.type,
        resource: row.resource,
        initiator: row.initiator,
        createdAt: row.created_at,
        user: people.filter(one => one.id === row.user_id).map(userObject)[0],
        previousValue: row.previous_value,
        newValue: row.new_value,
      }),
  }
}

function environmentPath(project: ListWorld['project']) {
  const names = { projectName: project.name, environmentName: project.environment.name }
  const escaped = encodeURIComponent(names.projectName)
  return { path: `/v1/project/${escaped}/environment/${names.environmentName}`, names }
}

interface UserLike {
  readonly id: number
  readonly username: string
  readonly email: string
}

const userObject = (user: UserLike | undefined) =>
  user && { object: 'user', id: user.id, username: user.username, email: user.email }

const userIds = (people: readonly UserLike[]): FilterCase<{ user_id: number | null }>[] =>
  [...people.map(({ id }) => id), 999_999_999].map(id => ({
    text: String(id),
    echo: id,
    matches: row => row.user_id === id,
  }))

const emails = <Row>(readEmail: (row: Row) => string | null | undefined): FilterCase<Row>[] =>
  [
    'support.lead@EXAMPLE.com',
    'auditor@example.com',
    'auditor@example.co',
    '_uditor@example.com',
  ].map(text => ({ text, matches: row => readEmail(row)?.toLowerCase() === text.toLowerCase() }))

const texts = <Row>(
  values: readonly string[],
  read: (row: Row) => string | null | undefined,
): FilterCase<Row>[] => values.map(text => ({ text, matches: row => read(row) === text }))

const present = (item: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(item).filter(([, value]) => value !== null && value !== undefined),
  )

import {
  equals,
  type Filters,
  instantColumn,
  type Listing,
  type ListSelection,
  type Owner,
} from '../../http/listing/listing.js'
import { named, userReference } from '../../http/listing/objects.js'
import type { Instant } from '../../store/instant.js'
import type { Note, PanelNote } from './note.js'
import { panelThread, publicThread, type Thread } from './thread.js'

interface NoteRow<MessageRow> {
  readonly id: number
  readonly title: string
  readonly record_id: string
  readonly collection_name: string | null
  readonly created_at: Instant
  readonly updated_at: Instant
  readonly archived_at: Instant | null
  readonly user_id: number
  readonly username: string
  readonly email: string
  readonly team_name: string
  readonly messages: readonly MessageRow[] | null
}

const filters: Filters = {
  recordId: equals('record_id', 'text'),
  userId: equals('user_id', 'bigint'),
  author: equals('user_id', 'bigint'),
  // As an array, so that PostgreSQL starts from the mentioned notes rather than from all notes by time.
  mentions: {
    column: 'id',
    operator: '=',
    value: userId =>
      `any(array(select note_id from note_mentions where environment_id = $1 and user_id = ${userId}))`,
  },
  userEmail: equals(
    'user_id',
    'bigint',
    email => `(select id from users where lower(email) = lower(${email}))`,
  ),
  teamName: {
    ...equals('team_id', 'bigint', () => 'named_team.id'),
    extraCondition: name => `named_team.name = ${name}`,
  },
  collectionName: equals('collection_name', 'text'),
  archived: { column: '(archived_at is not null)', operator: '=' },
  ...instantColumn('createdAt', 'created_at'),
  ...instantColumn('updatedAt', 'updated_at', operator => ({
    isSparse: true,
    // A note is never updated before it is created, so the index on creation can be used too.
    extraCondition: operator.startsWith('>') ? undefined : instant => `created_at <= ${instant}`,
  })),
  ...instantColumn('archivedAt', 'archived_at', () => ({ isSparse: true })),
}

/** The list of notes of an environment in the public API. */
export const noteListing = listNotes(publicThread) satisfies Listing<never, Note>

/** The list of notes of an environment in the panel. */
export const panelNoteListing = listNotes(panelThread) satisfies Listing<never, PanelNote>

/** Reads one note by id, for the panel. */
export const noteById: string = withDetails(
  'select * from notes where environment_id = $1 and id = $2',
  { order: 'desc' },
  panelThread.statement,
)

function listNotes<Row, Message>(thread: Thread<Row, Message>) {
  return {
    name: 'notes',
    filters,
    statement: (buildSelection: () => ListSelection) => {
      const selection = buildSelection()
      const notes = selection.has('teamName') ? ofTeams(selection) : matching(selection)
      return withDetails(notes, selection, thread.statement)
    },
    toItem: (row: NoteRow<Row>, { name }: Owner) => ({
      object: 'note' as const,
      id: row.id,
      title: row.title,
      recordId: row.record_id,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      archivedAt: row.archived_at ?? undefined,
      user: userReference(row.user_id, row.username, row.email),
      environment: { object: 'environment' as const, name },
      team: { object: 'team' as const, name: row.team_name },
      collection: named('collection', row.collection_name),
      messages: row.messages === null ? [] : row.messages.map(thread.toMessage),
    }),
  }
}

const matching = ({ conditions, orderBy, limit }: ListSelection) =>
  `select * from notes where environment_id = $1${conditions}
   order by ${orderBy} limit ${limit}`

/**
 * A deleted team may share its name with a new one, so the notes of each team are read separately, by the
 * index on teams.
 */
const ofTeams = (selection: ListSelection) =>
  `select named_note.* from teams named_team
   cross join lateral (${matching(selection)}) named_note
   where named_team.project_id = (select project_id from environments where id = $1)
   order by named_note.created_at ${selection.order} limit ${selection.limit}`

/** Adds people, team and messages after the page was limited. */
function withDetails(
  notes: string,
  { order }: Pick<ListSelection, 'order'>,
  messages: string,
): string {
  return `
    select note.id, title, record_id, collection_name, note.created_at, updated_at, archived_at,
      author.id as user_id, author.username, author.email, team.name as team_name, messages
    from (${notes}) note
    join users author on author.id = note.user_id
    join teams team on team.id = note.team_id
    left join lateral (${messages}
    ) thread on true
    order by note.created_at ${order}`
}

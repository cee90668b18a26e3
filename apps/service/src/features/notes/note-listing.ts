import {
  equals,
  instantColumn,
  type Listing,
  type ListSelection,
  type Owner,
} from '../../http/listing/listing.js'
import { named, userReference } from '../../http/listing/objects.js'
import { type Instant, parseInstant } from '../../store/instant.js'
import type { Note, NoteMessage } from './note.js'

interface NoteRow {
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

type MessageRow = readonly [
  content: string,
  createdAt: string,
  userId: number,
  username: string,
  email: string,
]

/** The list of notes of an environment. */
export const noteListing: Listing<NoteRow, Note> = {
  name: 'notes',
  filters: {
    recordId: equals('record_id', 'text'),
    userId: equals('user_id', 'bigint'),
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
  },
  statement: buildSelection => {
    const selection = buildSelection()
    return withDetails(
      selection.has('teamName') ? ofTeams(selection) : matching(selection),
      selection,
    )
  },
  toItem: toNote,
}

/** Reads one note by id. */
export const noteById: string = withDetails(
  'select * from notes where environment_id = $1 and id = $2',
  { order: 'desc' },
)

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
function withDetails(notes: string, { order }: Pick<ListSelection, 'order'>): string {
  return `
    select note.id, title, record_id, collection_name, note.created_at, updated_at, archived_at,
      author.id as user_id, author.username, author.email, team.name as team_name, messages
    from (${notes}) note
    join users author on author.id = note.user_id
    join teams team on team.id = note.team_id
    left join lateral (
      select json_agg(json_build_array(
        content, message.created_at::text, writer.id, writer.username, writer.email
      ) order by message.id) as messages
      from note_messages message
      join users writer on writer.id = message.user_id
      where message.environment_id = $1 and message.note_id = note.id
    ) thread on true
    order by note.created_at ${order}`
}

function toNote(row: NoteRow, { name }: Owner): Note {
  return {
    object: 'note',
    id: row.id,
    title: row.title,
    recordId: row.record_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    archivedAt: row.archived_at ?? undefined,
    user: userReference(row.user_id, row.username, row.email),
    environment: { object: 'environment', name },
    team: { object: 'team', name: row.team_name },
    collection: named('collection', row.collection_name),
    messages: row.messages === null ? [] : row.messages.map(toNoteMessage),
  }
}

const toNoteMessage = ([content, createdAt, userId, username, email]: MessageRow): NoteMessage => ({
  object: 'note-message',
  content,
  createdAt: parseInstant(createdAt),
  user: userReference(userId, username, email),
})

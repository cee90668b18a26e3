import type { BootPlace } from '@service/protocol'
import type { Mention, Note } from '../core/notes/note.js'
import { request } from './service-api.js'

type Environment = Pick<BootPlace, 'projectId' | 'environmentId'>

/** A part of a list and where the next one begins. */
export interface Page<T> {
  readonly data: readonly T[]
  readonly hasMore: boolean
  readonly nextCursor: string | null
}

/** Which notes to read: those of a record, or those that the person created. */
export type NoteChoice =
  | { readonly collectionName: string; readonly recordId: string }
  | { readonly author: 'me' }

/** The notes of an environment, the newest first. */
export function fetchNotes(
  environment: Environment,
  choice: NoteChoice,
  cursor: string,
  signal: AbortSignal,
): Promise<Page<Note>> {
  const query = new URLSearchParams({ ...choice, limit: '100', ...(cursor !== '' && { cursor }) })
  return request('GET', `${buildPath(environment)}?${query}`, undefined, signal)
}

export function fetchNote(
  environment: Environment,
  id: number,
  signal: AbortSignal,
): Promise<Note> {
  return request('GET', `${buildPath(environment)}/${id}`, undefined, signal)
}

/** What a new note consists of. */
export interface NewNote {
  readonly title: string
  readonly collectionName: string
  readonly recordId: string
  readonly content: string
}

export function createNote(
  { teamId, ...environment }: Environment & Pick<BootPlace, 'teamId'>,
  note: NewNote,
): Promise<Note> {
  return request('POST', buildPath(environment), { ...note, teamId })
}

/** Changes the title of a note, resolves it or opens it again. */
export function updateNote(
  environment: Environment,
  id: number,
  change: { readonly title?: string; readonly archived?: boolean },
): Promise<Note> {
  return request('PATCH', `${buildPath(environment)}/${id}`, change)
}

export function addMessage(environment: Environment, id: number, content: string): Promise<Note> {
  return request('POST', `${buildPath(environment)}/${id}/messages`, { content })
}

export function editMessage(
  environment: Environment,
  id: number,
  messageId: number,
  content: string,
): Promise<Note> {
  return request('PATCH', `${buildPath(environment)}/${id}/messages/${messageId}`, { content })
}

export function deleteMessage(
  environment: Environment,
  id: number,
  messageId: number,
): Promise<Note> {
  return request('DELETE', `${buildPath(environment)}/${id}/messages/${messageId}`)
}

/** The messages that mention the person, in all projects, the newest first. */
export function fetchMentions(
  isUnseenOnly: boolean,
  cursor: string,
  signal: AbortSignal,
): Promise<Page<Mention>> {
  const query = new URLSearchParams({
    limit: '50',
    ...(isUnseenOnly && { seen: 'false' }),
    ...(cursor !== '' && { cursor }),
  })
  return request('GET', `/api/me/mentions?${query}`, undefined, signal)
}

/** Marks mentions as seen: some by the ids of their messages, or all until an instant. */
export function markMentionsSeen(
  choice: { readonly ids: readonly number[] } | { readonly until: string },
): Promise<void> {
  return request('POST', '/api/me/mentions/seen', choice)
}

function buildPath({ projectId, environmentId }: Environment): string {
  return `/api/projects/${projectId}/environments/${environmentId}/notes`
}

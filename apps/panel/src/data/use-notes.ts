import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Note, NoteReader } from '../core/notes/note.js'
import { buildNoteTitle, findNewTitle } from '../core/notes/note-title.js'
import {
  addMessage,
  createNote,
  deleteMessage,
  editMessage,
  fetchNote,
  fetchNotes,
  type NoteChoice,
  type Page,
  updateNote,
} from './notes-api.js'
import { type CurrentPlace, usePlace } from './place-context.js'

type NotePages = InfiniteData<Page<Note>, string>

/** A list of notes, read part by part. */
export interface LoadedNotes {
  /** Undefined until the first part is there. */
  readonly notes: readonly Note[] | undefined
  readonly error: Error | null
  readonly retry: () => void
  /** Reads the next part; undefined when there is none. */
  readonly loadMore: (() => void) | undefined
  readonly isLoadingMore: boolean
}

/** The notes on a record. */
export function useRecordNotes(collection: string, recordId: string): LoadedNotes {
  return useNotes([collection, recordId], { collectionName: collection, recordId })
}

/** The notes that the person created in the environment. */
export function useOwnNotes({ isWanted = true } = {}): LoadedNotes {
  return useNotes(['own'], { author: 'me' }, isWanted)
}

function useNotes(what: readonly string[], choice: NoteChoice, isWanted = true): LoadedNotes {
  const environment = getEnvironment(usePlace())
  const query = useInfiniteQuery({
    queryKey: ['notes', environment.environmentId, 'list', ...what],
    queryFn: ({ signal, pageParam }) => fetchNotes(environment, choice, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : undefined),
    enabled: isWanted,
  })
  const { data } = query
  const notes = useMemo(() => data?.pages.flatMap(page => page.data), [data])
  return {
    notes,
    error: query.error,
    retry: () => void query.refetch(),
    loadMore: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    isLoadingMore: query.isFetchingNextPage,
  }
}

/** A note on a record; read by itself when the list of the record does not have it. */
export function useNote(
  collection: string,
  recordId: string,
  id: number,
): { readonly note: Note | undefined; readonly error: Error | null } {
  const environment = getEnvironment(usePlace())
  const { notes, error } = useRecordNotes(collection, recordId)
  const listed = notes?.find(note => note.id === id)
  const single = useQuery({
    queryKey: ['notes', environment.environmentId, 'one', id],
    queryFn: ({ signal }) => fetchNote(environment, id, signal),
    enabled: notes !== undefined && !listed,
  })
  return { note: listed ?? single.data, error: error ?? single.error }
}

/** Who the person is to notes. */
export function useNoteReader(): NoteReader {
  const { boot, place } = usePlace()
  const isAdmin = place.project.permissionLevel === 'admin'
  return useMemo(() => ({ id: boot.user.id, isAdmin }), [boot.user.id, isAdmin])
}

/** Writes notes and messages; the lists of notes follow. */
export interface NoteChanges {
  readonly create: (collection: string, recordId: string, content: string) => Promise<Note>
  readonly reply: (note: Note, content: string) => Promise<Note>
  readonly edit: (note: Note, messageId: number, content: string) => Promise<Note>
  readonly remove: (note: Note, messageId: number) => Promise<Note>
  readonly setResolved: (note: Note, isResolved: boolean) => Promise<Note>
}

export function useNoteChanges(): NoteChanges {
  const current = usePlace()
  const reader = useNoteReader()
  const client = useQueryClient()
  return useMemo(() => {
    const environment = getEnvironment(current)
    const { environmentId } = environment
    const keep = (note: Note): Note => {
      putNote(client, environmentId, note)
      void client.invalidateQueries({ queryKey: ['activity'] })
      return note
    }
    /** Before the message: when this fails nothing has happened, and the next attempt does both. */
    const changeTitle = async (note: Note, messageId: number, content: string | undefined) => {
      const title = findNewTitle(note, messageId, content, reader)
      if (title !== undefined) await updateNote(environment, note.id, { title })
    }
    return {
      async create(collectionName, recordId, content) {
        const team = { ...environment, teamId: current.place.team.id }
        const title = buildNoteTitle(content)
        const note = await createNote(team, { title, collectionName, recordId, content })
        addNote(client, environmentId, collectionName, note)
        return keep(note)
      },
      reply: async (note, content) => keep(await addMessage(environment, note.id, content)),
      async edit(note, messageId, content) {
        await changeTitle(note, messageId, content)
        return keep(await editMessage(environment, note.id, messageId, content))
      },
      async remove(note, messageId) {
        await changeTitle(note, messageId, undefined)
        return keep(await deleteMessage(environment, note.id, messageId))
      },
      setResolved: async (note, archived) =>
        keep(await updateNote(environment, note.id, { archived })),
    }
  }, [current, reader, client])
}

/** Puts a changed note into every list that has it. */
function putNote(client: QueryClient, environmentId: number, note: Note): void {
  client.setQueriesData<NotePages>(
    { queryKey: ['notes', environmentId, 'list'] },
    pages =>
      pages && changePages(pages, notes => notes.map(each => (each.id === note.id ? note : each))),
  )
  client.setQueryData<Note>(['notes', environmentId, 'one', note.id], known => known && note)
}

/** Puts a new note into the lists that it belongs to. */
function addNote(client: QueryClient, environmentId: number, collection: string, note: Note): void {
  for (const what of [[collection, note.recordId], ['own']]) {
    client.setQueryData<NotePages>(
      ['notes', environmentId, 'list', ...what],
      pages =>
        pages &&
        changePages(pages, (notes, index) =>
          index === 0 && !notes.some(({ id }) => id === note.id) ? [note, ...notes] : notes,
        ),
    )
  }
}

function changePages(
  pages: NotePages,
  change: (notes: readonly Note[], index: number) => readonly Note[],
): NotePages {
  return {
    ...pages,
    pages: pages.pages.map((page, index) => ({ ...page, data: change(page.data, index) })),
  }
}

const getEnvironment = ({ place }: CurrentPlace) => ({
  projectId: place.project.id,
  environmentId: place.environment.id,
})

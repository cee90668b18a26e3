import { readMessageText } from './message-text.js'
import type { Note, NoteMessage, NoteReader } from './note.js'

/** The service takes up to 200 characters; this fits on a line. */
const longest = 100

/** The title of a note whose text was deleted: none of the text is kept. */
export const removedTitle = '…'

/**
 * Returns the title of a note: the first words of its first message.
 *
 * @example
 * buildNoteTitle('<p>Paid <strong>twice</strong></p>') // 'Paid twice'
 */
export function buildNoteTitle(html: string): string {
  const text = readMessageText(html)
  const characters = [...text]
  if (characters.length <= longest) return text || removedTitle
  const start = characters.slice(0, longest - 1).join('')
  const lastSpace = start.lastIndexOf(' ')
  return `${lastSpace > longest / 2 ? start.slice(0, lastSpace) : start}…`
}

/**
 * Whether the title of a note says something that its messages do not: programs choose titles of
 * their own.
 *
 * @example
 * hasOwnTitle(note)
 */
export function hasOwnTitle({ title, messages }: Pick<Note, 'title' | 'messages'>): boolean {
  return title !== removedTitle && messages.every(each => title !== titleFrom(each))
}

/**
 * Returns the title that a note gets when a message changes, or is deleted; undefined when it keeps
 * its title, or when the reader may not change it.
 *
 * @example
 * findNewTitle(note, message.id, '<p>Paid three times</p>', reader) // 'Paid three times'
 */
export function findNewTitle(
  note: Note,
  messageId: number,
  content: string | undefined,
  reader: NoteReader,
): string | undefined {
  const changed = note.messages.find(({ id }) => id === messageId)
  if (!changed || titleFrom(changed) !== note.title) return undefined
  if (!reader.isAdmin && reader.id !== note.user.id) return undefined
  const others = note.messages.filter(each => each !== changed && isShown(each))
  const [next] = others
  const title = content ?? next?.content
  const found = title === undefined ? removedTitle : buildNoteTitle(title)
  return found === note.title ? undefined : found
}

const isShown = ({ deletedAt }: NoteMessage) => deletedAt === undefined

const titleFrom = (message: NoteMessage): string | undefined =>
  isShown(message) ? buildNoteTitle(message.content) : undefined

import type { Note } from './note.js'

/**
 * Returns the ids of the messages of a note that mention somebody.
 *
 * @example
 * listMentioning(note, 7) // [41, 43]
 */
export function listMentioning({ messages }: Note, personId: number): readonly number[] {
  const mark = `<span data-mention-id="${personId}">`
  return messages.filter(({ content }) => content.includes(mark)).map(({ id }) => id)
}

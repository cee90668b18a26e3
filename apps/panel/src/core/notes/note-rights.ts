import type { NoteMessage, NoteReader } from './note.js'

/**
 * Whether somebody may edit a message: only its author may, not even administrators.
 *
 * @example
 * canEdit(message, { id: 7, isAdmin: true })
 */
export function canEdit({ user, deletedAt }: NoteMessage, { id }: NoteReader): boolean {
  return deletedAt === undefined && user.id === id
}

/**
 * Whether somebody may delete a message: its author and administrators may.
 *
 * @example
 * canDelete(message, { id: 7, isAdmin: true })
 */
export function canDelete({ user, deletedAt }: NoteMessage, { id, isAdmin }: NoteReader): boolean {
  return deletedAt === undefined && (isAdmin || user.id === id)
}

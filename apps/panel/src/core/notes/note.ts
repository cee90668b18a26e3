/** A person as notes name them. */
interface NoteAuthor {
  readonly id: number
  readonly username: string
  readonly email: string
}

/** A message of a thread. */
export interface NoteMessage {
  readonly id: number
  /** HTML as the service keeps it; empty when the message was deleted. */
  readonly content: string
  readonly createdAt: string
  readonly editedAt?: string
  readonly deletedAt?: string
  readonly user: NoteAuthor
}

/** A thread on a record. */
export interface Note {
  readonly id: number
  readonly title: string
  readonly recordId: string
  readonly createdAt: string
  readonly updatedAt: string
  /** Present when the thread is resolved. */
  readonly archivedAt?: string
  readonly user: NoteAuthor
  readonly team: { readonly name: string }
  readonly collection?: { readonly name: string }
  readonly messages: readonly NoteMessage[]
}

interface Named {
  readonly id: number
  readonly name: string
}

/** A message that mentions the person who reads it. */
export interface Mention {
  /** The id of the message. */
  readonly id: number
  readonly project: Named
  readonly environment: Named
  readonly note: {
    readonly id: number
    readonly title: string
    readonly collectionName: string | null
    readonly recordId: string
  }
  readonly author: NoteAuthor
  readonly content: string
  readonly createdAt: string
  readonly seenAt: string | null
}

/** Somebody who reads and writes notes. */
export interface NoteReader {
  readonly id: number
  readonly isAdmin: boolean
}

import type { Environment, Project } from '../../http/access/callers.js'

/** The environment and the author of a note. */
export interface NoteWriting {
  readonly project: Project
  readonly environment: Environment
  readonly writer: NoteWriter
}

export interface NoteWriter {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly isAdmin: boolean
}

export interface NoteDraft {
  readonly title: string
  readonly recordId: string
  readonly collectionName: string
  readonly team: { readonly id: number; readonly name: string }
  /** The first message, sanitized. */
  readonly content?: string
}

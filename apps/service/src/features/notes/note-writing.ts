import type { Environment, Project } from '../../http/access/callers.js'

/** Where notes are written, and who writes. */
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
  /** The first message, sanitised. */
  readonly content?: string
}

interface NoteThreadProps {
  readonly collection: string
  readonly recordId: string
  readonly noteId: string
}

/** A note and what people replied to it. */
export function NoteThread({ noteId }: NoteThreadProps) {
  return <article data-note={noteId} />
}

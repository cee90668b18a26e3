import type { Document } from 'mongodb'

/** Puts a value where a path leads, making the documents on the way. */
export function setPath(document: Document, path: string, value: unknown): void {
  const segments = path.split('.')
  const last = segments.pop() as string
  let parent = document
  for (const segment of segments) parent = parent[segment] ??= {}
  parent[last] = value
}

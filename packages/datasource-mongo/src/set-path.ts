import type { Document } from 'mongodb'

/** Sets the value at a path, creating missing documents along it. */
export function setPath(document: Document, path: string, value: unknown): void {
  const segments = path.split('.')
  const last = segments.pop() as string
  let parent = document
  for (const segment of segments) parent = parent[segment] ??= {}
  parent[last] = value
}

import type { Document } from 'mongodb'
import type { NestedCollection } from '../collection.js'

/** Returns the arrays that contain the nested collection, without itself. */
export function outerArrays({ path, arrays }: NestedCollection): readonly string[] {
  return arrays.filter(array => array !== path)
}

/** Whether the rows of a nested collection are the elements of an array. */
export function isElement({ path, arrays }: NestedCollection): boolean {
  return arrays.at(-1) === path
}

/** Inserts array indexes into a path: `lines.taxes` → `lines.2.taxes`. */
export function pathAt(
  path: string,
  arrays: readonly string[],
  positions: readonly number[],
): string {
  let way = ''
  return path
    .split('.')
    .map(segment => {
      way = way ? `${way}.${segment}` : segment
      const index = arrays.indexOf(way)
      return index < 0 || positions[index] === undefined
        ? segment
        : `${segment}.${positions[index]}`
    })
    .join('.')
}

/** Returns the value at a path that may contain array indexes. */
export function valueAt(document: Document, path: string): unknown {
  let value: unknown = document
  for (const segment of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Document)[segment]
  }
  return value
}

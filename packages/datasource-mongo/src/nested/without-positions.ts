import type { Document } from 'mongodb'

/**
 * Builds a stage that removes elements of an array by index. The path to the array may contain
 * indexes (`lines.2.taxes`), which paths in pipelines cannot, so every level is rebuilt.
 */
export function withoutPositions(path: string, removed: readonly number[]): Document {
  const [first = '', ...rest] = path.split('.')
  return { $set: { [first]: rebuild(`$${first}`, rest, removed) } }
}

function rebuild(value: unknown, way: readonly string[], removed: readonly number[]): Document {
  const [segment, ...rest] = way
  if (segment === undefined) return withoutElements(value, removed)
  if (!/^\d+$/.test(segment)) {
    const field = { $getField: { field: segment, input: value } }
    return { $mergeObjects: [value, { [segment]: rebuild(field, rest, removed) }] }
  }
  const position = Number(segment)
  const element = { $arrayElemAt: [value, position] }
  return eachPosition({ $range: [0, { $size: value }] }, index => ({
    $cond: [{ $eq: [index, position] }, rebuild(element, rest, removed), elementAt(value, index)],
  }))
}

function withoutElements(value: unknown, removed: readonly number[]): Document {
  const positions = { $range: [0, { $size: value }] }
  const kept = {
    $filter: { input: positions, as: 'index', cond: { $not: [{ $in: ['$$index', removed] }] } },
  }
  return eachPosition(kept, index => elementAt(value, index))
}

function eachPosition(positions: Document, make: (index: string) => Document): Document {
  return { $map: { input: positions, as: 'index', in: make('$$index') } }
}

const elementAt = (value: unknown, index: string): Document => ({ $arrayElemAt: [value, index] })

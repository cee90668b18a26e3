import { ValidationError } from '@service/base'
import { entryError } from '../journal.js'
import type { Draft } from './draft.js'
import type { CollectionModel, ColumnModel } from './model.js'

interface Node {
  readonly collection: CollectionModel
  readonly column: ColumnModel
}

/** Throws on dependencies that do not exist and on computed fields that depend on themselves. */
export function checkComputed(
  draft: Draft,
  collections: ReadonlyMap<string, CollectionModel>,
): void {
  const done = new Set<ColumnModel>()
  for (const { name, fields } of draft.values()) {
    const collection = collections.get(name)!
    for (const field of fields.values()) {
      if (field.kind !== 'Column' || field.read.kind === 'native') continue
      const column = collection.fields.get(field.name) as ColumnModel
      try {
        visit({ collection, column }, [], done)
      } catch (error) {
        throw field.addedBy ? entryError(field.addedBy, error) : error
      }
    }
  }
}

function visit(node: Node, chain: readonly Node[], done: Set<ColumnModel>): void {
  const start = chain.findIndex(({ column }) => column === node.column)
  if (start >= 0) {
    const names = [...chain.slice(start), node].map(print)
    throw new ValidationError(`Computed fields depend on each other: ${names.join(' -> ')}.`)
  }
  if (done.has(node.column) || node.column.read.kind === 'native') return
  for (const next of needs(node)) visit(next, [...chain, node], done)
  done.add(node.column)
}

function needs({ collection, column }: Node): readonly Node[] {
  const { read } = column
  if (read.kind === 'native') return []
  const paths = read.kind === 'alias' ? [read.path] : read.dependencies
  return paths.flatMap(path => listNodes(collection, path))
}

/** Returns the columns a path reads: the keys of its relations, then its own column. */
function listNodes(collection: CollectionModel, path: string): readonly Node[] {
  const { relations, column } = collection.path(path)
  const nodes: Node[] = []
  let current = collection
  for (const { keys, target } of relations) {
    for (const key of keys) {
      nodes.push({ collection: current, column: current.path(key.from).column })
      nodes.push({ collection: target, column: target.path(key.to).column })
    }
    current = target
  }
  return [...nodes, { collection: current, column }]
}

function print({ collection, column }: Node): string {
  return `${collection.name}.${column.name}`
}

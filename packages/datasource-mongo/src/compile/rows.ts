import type { Row } from '@service/datasource-toolkit'
import { isDocument } from '@service/datasource-toolkit'
import type { Document } from 'mongodb'
import { columnNamed, type MongoColumn } from '../collection.js'
import type { ScanNode } from './scan-tree.js'

export type DecodeRow = (document: Document) => Row

/** Whether a node, or one of its joins, selects a column; otherwise its row is left out. */
function selectsSomething(node: ScanNode): boolean {
  return node.columns.length > 0 || node.joins.some(join => selectsSomething(join.node))
}

/** Builds the projection of the documents of a node. */
export function buildProjection(node: ScanNode): Record<string, 0 | 1> {
  const paths = pathsRead(node, '').toSorted()
  const kept = paths.filter(path => !paths.some(other => path.startsWith(`${other}.`)))
  const readsId = kept.some(path => path === '_id' || path.startsWith('_id.'))
  const fields = Object.fromEntries(kept.map(path => [path, 1] as const))
  return readsId || kept.length === 0 ? { _id: 1, ...fields } : { _id: 0, ...fields }
}

function pathsRead({ collection, columns, joins }: ScanNode, prefix: string): string[] {
  const own = columns.map(name => `${prefix}${columnNamed(collection, name).path}`)
  const joined = joins
    .filter(({ node }) => selectsSomething(node))
    .flatMap(({ alias, node }) => {
      const inner = pathsRead(node, `${prefix}${alias}.`)
      return inner.length > 0 ? inner : [`${prefix}${alias}`]
    })
  return [...new Set([...own, ...joined])]
}

/** Creates a function that decodes the documents of a node to rows. */
export function rowDecoder({ collection, columns, joins }: ScanNode): DecodeRow {
  const cells = columns.map(name => ({ name, read: reader(columnNamed(collection, name)) }))
  const joined = joins
    .filter(({ node }) => selectsSomething(node))
    .map(({ join, alias, node }) => ({ as: join.as, alias, decode: rowDecoder(node) }))
  return document => {
    const row: Row = {}
    for (const { name, read } of cells) row[name] = read(document)
    for (const { as, alias, decode } of joined) {
      const other = document[alias] as Document | null | undefined
      row[as] = other ? decode(other) : null
    }
    return row
  }
}

/** Creates a function that reads one column of a document. */
export function reader({ path, codec, onDrift }: MongoColumn): (document: Document) => unknown {
  if (!path.includes('.')) return document => codec.decode(document[path], onDrift)
  const segments = path.split('.')
  return document => {
    let value: unknown = document
    for (const segment of segments) {
      if (!isDocument(value) || !Object.hasOwn(value, segment)) return null
      value = value[segment]
    }
    return codec.decode(value, onDrift)
  }
}

import type { FieldPath, Row } from '@service/datasource-toolkit'
import type { CollectionModel, FieldModel, HiddenIn } from '@service/engine'
import { packId } from '../query/parse-id.js'
import { type IncludedPlan, planIncluded, writeIncluded } from './included.js'
import { quote } from './json-text.js'
import { compileResource, type ResourceNode, writeResource } from './resource.js'

/** Writes JSON:API documents of one collection and projection, for callers who see the same relations. */
export interface DocumentWriter {
  readonly root: ResourceNode
  readonly included: IncludedPlan
  /** The fields left out, by collection. */
  readonly hidden: ReadonlyMap<CollectionModel, ReadonlySet<FieldModel> | undefined>
}

const writers = new WeakMap<readonly FieldPath[], readonly DocumentWriter[]>()
/** Roles that see different relations; the oldest writer is evicted. */
const maxWriters = 64
const opening = '{"jsonapi":{"version":"1.0"},"data":'

/** Returns the writer of a projection, compiled once per array and role: projections are interned. */
export function documentWriter(
  collection: CollectionModel,
  projection: readonly FieldPath[],
  prefix: string,
  hiddenIn?: HiddenIn,
): DocumentWriter {
  const known = writers.get(projection)
  const made = known?.find(({ hidden }) => isFor(hidden, hiddenIn))
  if (made !== undefined) return made
  const hidden = new Map<CollectionModel, ReadonlySet<FieldModel> | undefined>()
  const isShown = (owner: CollectionModel, field: FieldModel) => {
    if (!hidden.has(owner)) hidden.set(owner, hiddenIn?.(owner))
    return !hidden.get(owner)?.has(field)
  }
  const compile = (owner: CollectionModel, paths: readonly FieldPath[]) =>
    compileResource(owner, paths, { prefix, isShown })
  const root = compile(collection, projection)
  const writer = { root, included: planIncluded(root, compile), hidden }
  writers.set(projection, [writer, ...(known ?? []).slice(0, maxWriters - 1)])
  return writer
}

function isFor(hidden: DocumentWriter['hidden'], hiddenIn: HiddenIn | undefined): boolean {
  for (const [owner, fields] of hidden) if (hiddenIn?.(owner) !== fields) return false
  return true
}

/** A document of many records; `meta` is the JSON of its meta object. */
export function writeMany(writer: DocumentWriter, rows: readonly Row[], meta?: string): string {
  let data = ''
  for (let index = 0; index < rows.length; index += 1) {
    data += (index === 0 ? '' : ',') + writeResource(writer.root, rows[index]!)
  }
  return finish(`${opening}[${data}]`, writer, rows, meta)
}

/** A document of one record, or of none. */
export function writeOne(writer: DocumentWriter, row: Row | undefined): string {
  if (row === undefined) return `${opening}null}`
  return finish(opening + writeResource(writer.root, row), writer, [row])
}

/** Which attributes of which records contain the search text; empty when none does. */
export function writeDecorators(
  { root }: DocumentWriter,
  rows: readonly Row[],
  search: string,
): string {
  const wanted = search.toLowerCase()
  const decorators: string[] = []
  for (const row of rows) {
    const names = root.attributes.filter(({ name }) => formatSearchText(row[name]).includes(wanted))
    if (names.length === 0) continue
    const fields = names.map(attribute => quote(attribute.exportedName)).join(',')
    const id = quote(packId(root.collection, row))
    decorators.push(`"${decorators.length}":{"id":${id},"search":[${fields}]}`)
  }
  return decorators.length === 0 ? '' : `"decorators":{${decorators.join(',')}}`
}

function finish(
  start: string,
  writer: DocumentWriter,
  rows: readonly Row[],
  meta?: string,
): string {
  const included = writeIncluded(writer.included, writer.root, rows)
  const includedPart = included === '' ? '' : `,"included":[${included}]`
  const metaPart = meta ? `,"meta":{${meta}}` : ''
  return `${start}${includedPart}${metaPart}}`
}

function formatSearchText(value: unknown): string {
  if (value === null || value === undefined || value instanceof Uint8Array) return ''
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).toLowerCase()
}

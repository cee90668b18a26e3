import { type Db, type Document, ObjectId } from 'mongodb'
import type { CollectionStructure, InferredReference } from './structure.js'

export interface SampledCollection {
  readonly structure: CollectionStructure
  readonly documents: readonly Document[]
}

/** Maximum number of values of one field to look up. */
const maxCandidates = 10

/** A field that contains ObjectIds, with some of them. */
interface Candidate {
  readonly collection: string
  readonly path: string
  readonly values: readonly string[]
}

/**
 * Finds the collections that the ObjectIds of a field reference: most of the looked-up values exist
 * there. One query per collection, whatever the number of fields.
 */
export async function inferReferences(
  db: Db,
  sampled: readonly SampledCollection[],
): Promise<Map<string, InferredReference[]>> {
  const candidates = sampled.flatMap(listCandidates)
  const wanted = [...new Set(candidates.flatMap(({ values }) => values))]
  const found = new Map<string, ReadonlySet<string>>()
  if (wanted.length > 0) {
    for (const { structure } of sampled) {
      if (structure.isView || !structure.fields._id?.kinds.objectId) continue
      found.set(structure.name, await knownIds(db, structure.name, wanted))
    }
  }
  const references = new Map<string, InferredReference[]>()
  for (const candidate of candidates) {
    const target = bestTarget(candidate, found)
    if (!target) continue
    const known = references.get(candidate.collection) ?? []
    references.set(candidate.collection, [...known, { path: candidate.path, collection: target }])
  }
  return references
}

async function knownIds(db: Db, name: string, wanted: readonly string[]): Promise<Set<string>> {
  const ids = wanted.map(id => new ObjectId(id))
  const documents = await db
    .collection(name)
    .find({ _id: { $in: ids } }, { projection: { _id: 1 } })
    .toArray()
  return new Set(documents.map(({ _id }) => _id.toHexString()))
}

function bestTarget(
  { path, values }: Candidate,
  found: ReadonlyMap<string, ReadonlySet<string>>,
): string | undefined {
  const scores = [...found]
    .map(([name, ids]) => ({ name, hits: values.filter(value => ids.has(value)).length }))
    .filter(({ hits }) => hits * 2 >= values.length)
    .toSorted((a, b) => b.hits - a.hits || nearness(b.name, path) - nearness(a.name, path))
  return scores[0]?.name
}

/** Prefers, among equal candidates, the collection the field is named after. */
function nearness(collection: string, path: string): number {
  const stem = (path.split('.').at(-1) ?? '').replace(/_?id$/i, '').toLowerCase()
  return stem !== '' && collection.toLowerCase().startsWith(stem) ? 1 : 0
}

function listCandidates({ structure, documents }: SampledCollection): Candidate[] {
  const values = new Map<string, Set<string>>()
  for (const document of documents) collect(values, document, '')
  return [...values].map(([path, ids]) => ({
    collection: structure.name,
    path,
    values: [...ids],
  }))
}

/** Collects the ObjectIds of a document by path; the path does not show arrays. */
function collect(values: Map<string, Set<string>>, document: Document, prefix: string): void {
  for (const [name, value] of Object.entries(document)) {
    if (name === '_id') continue
    const path = `${prefix}${name}`
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item instanceof ObjectId) {
        if (Array.isArray(value)) continue
        const ids = values.get(path) ?? new Set()
        values.set(path, ids)
        if (ids.size < maxCandidates) ids.add(item.toHexString())
      } else if (isNested(item)) collect(values, item, `${path}.`)
    }
  }
}

function isNested(value: unknown): value is Document {
  return (
    Object.prototype.toString.call(value) === '[object Object]' &&
    !('_bsontype' in (value as object))
  )
}

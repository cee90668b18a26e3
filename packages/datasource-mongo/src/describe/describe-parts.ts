import { type NestedCollection, positionPath } from '../collection.js'
import { InvalidOptionError } from '../errors.js'
import type { CollectionStructure, FieldSample } from '../introspect/structure.js'
import type { ColumnDraft } from './describe-column.js'
import { inferKeyType, inferStoredType } from './infer-stored-type.js'

/** A nested document or array that becomes a collection. */
export interface NestedCollectionDraft {
  readonly name: string
  readonly nested: NestedCollection
  /** The nested collection that contains it, if there is one. */
  readonly parent?: string | undefined
  readonly columns: readonly ColumnDraft[]
  readonly primaryKey: readonly string[]
}

/** Describes the nested documents and arrays that become collections. */
export function describeParts(
  source: CollectionStructure,
  paths: readonly string[],
): readonly NestedCollectionDraft[] {
  return paths.map(path => {
    const { arrays, sample } = walk(source, path)
    const positions = arrays.map(array => positionColumn(array))
    const parent = paths
      .filter(other => path.startsWith(`${other}.`))
      .toSorted((a, b) => b.length - a.length)[0]
    const keys: ColumnDraft[] = [
      {
        name: 'parentId',
        path: '_id',
        stored: inferKeyType(source.fields._id),
        allowNull: false,
      },
      ...positions,
    ]
    return {
      name: partName(source.name, path),
      nested: { path, arrays },
      parent: parent && partName(source.name, parent),
      columns: [...keys, ...contentColumns(sample, path, keys)],
      primaryKey: keys.map(({ name }) => name),
    }
  })
}

const partName = (collection: string, path: string): string =>
  `${collection}_${path.replaceAll('.', '_')}`

const positionColumn = (array: string): ColumnDraft => ({
  name: `${array.split('.').at(-1)}Position`,
  path: positionPath(array),
  stored: { kind: 'number' },
  isReadOnly: true,
})

/** Columns for the fields of the documents, or one for the values when they are not documents. */
function contentColumns(
  sample: FieldSample,
  path: string,
  keys: readonly ColumnDraft[],
): ColumnDraft[] {
  if (!sample.fields) return [{ name: 'value', path, stored: inferStoredType(sample) }]
  const taken = new Set(keys.map(({ name }) => name))
  return Object.entries(sample.fields)
    .filter(([name]) => name !== '' && !name.includes('.') && !name.startsWith('$'))
    .map(([name, field]) => ({
      name: taken.has(name) ? `${name}_value` : name.replaceAll(':', '_'),
      path: `${path}.${name}`,
      stored: inferStoredType(field),
    }))
}

function walk(
  { name, fields }: CollectionStructure,
  path: string,
): { readonly arrays: readonly string[]; readonly sample: FieldSample } {
  const arrays: string[] = []
  let known: Readonly<Record<string, FieldSample>> | undefined = fields
  let sample: FieldSample | undefined
  let way = ''
  for (const segment of path.split('.')) {
    way = way ? `${way}.${segment}` : segment
    sample = known?.[segment]
    if (sample?.kinds.array) {
      arrays.push(way)
      sample = sample.elements
    }
    if (!sample) {
      throw new InvalidOptionError(
        `collections.${name}.asCollections`,
        `no document of the sample has '${way}'. It has: ${Object.keys(known ?? {}).join(', ')}`,
      )
    }
    known = sample.fields
  }
  const found = sample as FieldSample
  if (arrays.at(-1) !== path && !found.kinds.document) {
    throw new InvalidOptionError(
      `collections.${name}.asCollections`,
      `'${path}' is neither an array nor a document`,
    )
  }
  return { arrays, sample: found }
}

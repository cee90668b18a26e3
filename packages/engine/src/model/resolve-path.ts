import { ValidationError } from '@service/base'
import type { FieldPath } from '@service/datasource-toolkit'
import { MissingFieldError } from '@service/datasource-toolkit'
import type { CollectionModel, ResolvedPath, ToOneModel } from './model.js'

// A relation of a collection to itself makes endless valid paths, so the cache is bounded.
const maxRemembered = 5000

/** Creates a memoised resolver of the paths that start at a collection. */
export function pathResolver(collection: CollectionModel): (text: FieldPath) => ResolvedPath {
  const known = new Map<FieldPath, ResolvedPath>()
  return text => {
    const remembered = known.get(text)
    if (remembered) return remembered
    if (known.size >= maxRemembered) known.clear()
    const resolved = Object.freeze(resolvePath(collection, text))
    known.set(text, resolved)
    return resolved
  }
}

function resolvePath(collection: CollectionModel, text: FieldPath): ResolvedPath {
  const names = text.split(':')
  const last = names.pop() ?? ''
  const relations: ToOneModel[] = []
  let current = collection
  for (const name of names) {
    const relation = toOne(current, name)
    relations.push(relation)
    current = relation.target
  }
  const column = current.fields.get(last)
  if (!column) throw new MissingFieldError(current.name, last, current.fields.keys())
  if (column.kind !== 'Column') {
    throw new ValidationError(
      `'${text}' is a relation of '${current.name}': name one of its columns.`,
    )
  }
  return { text, relations, column }
}

function toOne(collection: CollectionModel, name: string): ToOneModel {
  const field = collection.fields.get(name)
  if (!field) throw new MissingFieldError(collection.name, name, collection.fields.keys())
  if (field.kind === 'ManyToOne' || field.kind === 'OneToOne') return field
  const kind = field.kind === 'Column' ? 'a column' : 'a to-many relation'
  throw new ValidationError(
    `'${name}' of '${collection.name}' is ${kind}: a path goes through to-one relations only.`,
  )
}

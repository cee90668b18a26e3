import { ValidationError } from '@service/base'
import type { FieldPath } from '@service/datasource-toolkit'
import type { CollectionModel, ColumnModel, ToOneModel } from '@service/engine'
import type { Access } from '../gateway/access.js'
import { exportedName } from './exported-name.js'
import type { Parameters } from './parameters.js'
import { splitNames } from './split-names.js'
import type { ViewPath } from './uses.js'
import { resolveViewPath, toOneField, viewField } from './view-path.js'

export interface ParsedProjection {
  readonly paths: readonly ViewPath[]
  /** No fields were requested: all columns, and those of to-one relations, are used. */
  readonly isDefault: boolean
}

/**
 * Parses the projection header (`id,customer:name`), else `fields[orders]=id,customer` with
 * `fields[customer]=name`.
 */
export function parseProjection(
  collection: CollectionModel,
  parameters: Parameters,
  header: string | undefined,
  access: Access,
): ParsedProjection {
  const requested = header ?? parameters(`fields[${collection.name}]`)
  const names = namesIn(requested)
  if (names.length === 0) return { paths: defaultPaths(collection), isDefault: true }
  const paths = header === undefined ? names.flatMap(expandName) : names.map(resolve)
  return { paths: distinct(paths), isDefault: false }

  function resolve(path: string): ViewPath {
    return resolveViewPath(collection, path, access)
  }
  function expandName(name: string): ViewPath[] {
    if (name.includes(':') || viewField(collection, name, access).kind === 'Column')
      return [resolve(name)]
    const relation = toOneField(collection, name, access)
    if (name === collection.name) return sharedFields(relation)
    const fields = namesIn(parameters(`fields[${name}]`))
    if (fields.length > 0) return fields.map(field => resolve(`${name}:${field}`))
    throw new ValidationError(
      `fields[${collection.name}] names the relation '${name}': name its fields too, in fields[${name}].`,
    )
  }
  /** A relation named like its collection has no `fields` parameter of its own: paths are used, else the fields both have. */
  function sharedFields({ name, target }: ToOneModel): ViewPath[] {
    if (names.some(other => other.startsWith(`${name}:`))) return []
    const shared = names.filter(other => target.view.get(other)?.kind === 'Column')
    const keys = target.primaryKey.filter(column => column.export !== 'hidden').map(exportedName)
    const shown = shared.length > 0 ? shared : keys
    return shown.map(field => resolve(`${name}:${field}`))
  }
}

/** All exported columns, then those of exported to-one relations, one level deep. */
function defaultPaths(collection: CollectionModel): ViewPath[] {
  const paths: ViewPath[] = []
  for (const field of collection.view.values()) {
    if (field.kind === 'Column') paths.push(buildViewPath([], field))
    if (field.kind !== 'ManyToOne' && field.kind !== 'OneToOne') continue
    for (const column of field.target.view.values()) {
      if (column.kind === 'Column') paths.push(buildViewPath([field], column))
    }
  }
  return paths
}

/** The columns to read for these paths, with the keys that record ids need. */
export function buildProjection(
  collection: CollectionModel,
  paths: readonly ViewPath[],
): readonly FieldPath[] {
  return [...new Set([...paths.map(path => path.text), ...keyPaths(collection, paths)])]
}

/** The primary keys of the collection and of every relation in the paths. */
function keyPaths(collection: CollectionModel, paths: readonly ViewPath[]): readonly FieldPath[] {
  const keys = new Set(collection.primaryKey.map(column => column.name))
  for (const { relations } of paths) {
    let prefix = ''
    for (const relation of relations) {
      prefix += `${relation.name}:`
      for (const column of relation.target.primaryKey) keys.add(prefix + column.name)
    }
  }
  return [...keys]
}

function buildViewPath(relations: readonly ToOneModel[], column: ColumnModel): ViewPath {
  const text = [...relations.map(relation => relation.name), column.name].join(':')
  return { text, relations, column }
}

function distinct(paths: readonly ViewPath[]): ViewPath[] {
  return [...new Map(paths.map(path => [path.text, path])).values()]
}

function namesIn(text: string | undefined): string[] {
  return splitNames(text ?? '').flatMap(({ name }) => (name === '' ? [] : [name]))
}

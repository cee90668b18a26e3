import type {
  CollectionModel,
  ColumnModel,
  FieldModel,
  ResolvedPath,
  ToOneModel,
} from '@service/engine'
import { exportedName } from './exported-name.js'

/** A path of exported names, resolved. */
export interface ViewPath {
  /** The same path in internal names. */
  readonly text: string
  readonly relations: readonly ToOneModel[]
  readonly column: ColumnModel
}

/** A field that a request uses. */
export interface Use {
  /** The collection of the field. */
  readonly collection: CollectionModel
  readonly field: FieldModel
  /** The path in the request: `customer:country`. */
  readonly path: string
}

/** All fields that these paths use, each once. `requested` replaces the path in each use, when it is given. */
export function listUses(
  collection: CollectionModel,
  paths: readonly (ViewPath | ResolvedPath)[],
  asked?: string,
): Use[] {
  const uses = new Map<FieldModel, Use>()
  for (const { relations, column } of paths) {
    let owner = collection
    let path = ''
    for (const field of [...relations, column]) {
      path += (path === '' ? '' : ':') + exportedName(field)
      if (!uses.has(field)) uses.set(field, { collection: owner, field, path: asked ?? path })
      if (field.kind !== 'Column') owner = field.target
    }
  }
  return [...uses.values()]
}

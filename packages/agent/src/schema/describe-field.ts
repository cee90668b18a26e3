import type { ColumnType } from '@service/datasource-toolkit'
import type {
  BinaryMode,
  CollectionModel,
  ColumnModel,
  FieldModel,
  RelationModel,
} from '@service/engine'
import type { SchemaField, SchemaFieldType, SchemaRelationship } from '@service/protocol'
import { exportedName } from '../query/exported-name.js'
import { binaryMode, holdsBytes } from '../serialise/binary.js'
import { portableValue } from '../serialise/column-text.js'
import { inverseRelation } from './inverse-relation.js'
import { describeValidations } from './validations.js'

/** One field as clients see it; keys are in the order of the file. */
export function describeField(
  name: string,
  field: FieldModel,
  collection: CollectionModel,
  foreignKeys: ReadonlySet<FieldModel>,
): SchemaField {
  return field.kind === 'Column'
    ? describeColumn(name, field, collection, foreignKeys.has(field))
    : describeRelation(name, field, collection)
}

/** Columns that a many-to-one relation represents; relations that are not shown represent none. */
export function listForeignKeys(
  collection: CollectionModel,
  isShown: (relation: RelationModel) => boolean = () => true,
): ReadonlySet<FieldModel> {
  const columns = new Set<FieldModel>()
  for (const field of collection.view.values()) {
    if (field.kind !== 'ManyToOne' || !isShown(field)) continue
    for (const { from } of field.keys) columns.add(collection.fields.get(from)!)
  }
  return columns
}

function describeColumn(
  name: string,
  column: ColumnModel,
  collection: CollectionModel,
  isForeignKey: boolean,
): SchemaField {
  const mode = findBinaryMode(column, collection)
  return {
    defaultValue: mode
      ? portableValue(column.defaultValue ?? null, mode)
      : (column.defaultValue ?? null),
    enums: [...(column.enumValues ?? [])].sort(),
    field: name,
    integration: null,
    inverseOf: null,
    isFilterable: column.filter.size > 0,
    isPrimaryKey: column.isPrimaryKey,
    isReadOnly: isReadOnly(column, collection) || isForeignKey,
    isRequired: isRequired(column),
    isSortable: isSortable(column),
    isVirtual: false,
    reference: null,
    type: describeType(column.columnType),
    validations: describeValidations(column, mode),
  }
}

/** How the bytes of a column are encoded; undefined when it contains none. */
function findBinaryMode(column: ColumnModel, collection: CollectionModel): BinaryMode | undefined {
  return holdsBytes(column.columnType) ? binaryMode(collection, column) : undefined
}

interface RelationKind {
  readonly relationship: SchemaRelationship
  readonly isToMany: boolean
}

const kinds: Readonly<Record<RelationModel['kind'], RelationKind>> = {
  ManyToOne: { relationship: 'BelongsTo', isToMany: false },
  OneToOne: { relationship: 'HasOne', isToMany: false },
  OneToMany: { relationship: 'HasMany', isToMany: true },
  ManyToMany: { relationship: 'BelongsToMany', isToMany: true },
}

function describeRelation(
  name: string,
  relation: RelationModel,
  collection: CollectionModel,
): SchemaField {
  const { relationship, isToMany } = kinds[relation.kind]
  const { owner, written, referenced } = keyColumns(relation, collection)
  const foreignKey = relation.kind === 'ManyToOne' ? written[0] : undefined
  const type = describeType((foreignKey ?? referenced).columnType)
  return {
    defaultValue: foreignKey?.defaultValue ?? null,
    enums: null,
    field: name,
    integration: null,
    inverseOf: inverseRelation(relation, collection) ?? null,
    isFilterable: !isToMany && [...relation.target.view.values()].some(isFilterable),
    isPrimaryKey: false,
    isReadOnly: written.some(column => isReadOnly(column, owner)),
    isRequired: foreignKey !== undefined && isRequired(foreignKey),
    isSortable: isToMany || isSortable(foreignKey ?? referenced),
    isVirtual: false,
    reference: `${relation.target.name}.${exportedName(referenced)}`,
    relationship,
    type: isToMany ? [type] : type,
    validations: foreignKey
      ? describeValidations(foreignKey, findBinaryMode(foreignKey, collection))
      : [],
  }
}

/**
 * The columns a change of the relation writes, their collection, and the column its reference names: of the target
 * for many-to-one and many-to-many, of this side for the others (clients expect it so).
 */
function keyColumns(relation: RelationModel, collection: CollectionModel) {
  if (relation.kind === 'ManyToMany') {
    const { through, target, originKeys, foreignKeys } = relation
    const names = [...originKeys.map(({ to }) => to), ...foreignKeys.map(({ from }) => from)]
    return {
      owner: through,
      written: names.map(name => findColumn(through, name)),
      referenced: findColumn(target, foreignKeys[0]!.to),
    }
  }
  const owner = relation.kind === 'ManyToOne' ? collection : relation.target
  const side = relation.kind === 'ManyToOne' ? 'from' : 'to'
  return {
    owner,
    written: relation.keys.map(pair => findColumn(owner, pair[side])),
    referenced:
      relation.kind === 'ManyToOne'
        ? findColumn(relation.target, relation.keys[0]!.to)
        : findColumn(collection, relation.keys[0]!.from),
  }
}

function findColumn(collection: CollectionModel, name: string): ColumnModel {
  return collection.path(name).column
}

export function describeType(type: ColumnType): SchemaFieldType {
  if (type === 'Binary') return 'String'
  if (typeof type === 'string') return type
  if (Array.isArray(type)) return [describeType(type[0])]
  const fields = Object.entries(type).map(([field, item]) => ({ field, type: describeType(item) }))
  return { fields }
}

const isReadOnly = (column: ColumnModel, { isReadOnly, overrides }: CollectionModel) =>
  column.write.kind === 'none' || (isReadOnly && !overrides)
const isRequired = (column: ColumnModel) =>
  column.checks.some(({ operator }) => operator === 'Present')
const isSortable = (column: ColumnModel) => column.sort.kind !== 'none'
const isFilterable = (field: FieldModel) => field.kind === 'Column' && field.filter.size > 0

import type { Logger } from '@service/base'
import { ownValue } from '@service/base'
import type { CollectionStructure, FieldSample } from '../introspect/structure.js'
import type { ColumnDraft } from './describe-column.js'
import { inferKeyType, inferStoredType, storedByRule } from './infer-stored-type.js'

/** Lists the columns found in the sample and in the validator of a collection. */
export function sampledColumns(
  { name: collection, fields, rules, isView }: CollectionStructure,
  logger: Logger,
): ColumnDraft[] {
  const { _id, ...others } = fields
  const hasId = Boolean(_id) || !isView || Object.keys(fields).length === 0
  const names = new Set([...Object.keys(others), ...Object.keys(rules)])
  names.delete('_id')
  const columns = [...names].filter(name => canBeColumn(collection, name, logger))
  return [
    ...(hasId ? keyColumns(_id, new Set(columns)) : []),
    ...columns.map((name): ColumnDraft => {
      const rule = ownValue(rules, name)
      const sample = ownValue(others, name)
      const stored =
        (rule && storedByRule(rule)) ?? (sample ? inferStoredType(sample) : { kind: 'json' })
      return {
        name: name.replaceAll(':', '_'),
        path: name,
        stored,
        enumValues: rule?.enumValues,
        allowNull: !rule?.isRequired,
      }
    }),
  ]
}

/** An `_id` that is a document becomes one key column per field. */
function keyColumns(sample: FieldSample | undefined, taken: ReadonlySet<string>): ColumnDraft[] {
  const stored = inferKeyType(sample)
  if (stored.kind !== 'document') {
    const isGenerated = stored.kind === 'key' && !sample?.kinds.string && !sample?.kinds.number
    return [{ name: '_id', path: '_id', stored, allowNull: false, isReadOnly: isGenerated }]
  }
  return Object.entries(stored.fields).map(([name, field]) => ({
    name: taken.has(name) ? `_id_${name}` : name,
    path: `_id.${name}`,
    stored: field,
    allowNull: false,
  }))
}

/** Names with the special characters of MongoDB paths cannot be used in a path. */
function canBeColumn(collection: string, name: string, logger: Logger): boolean {
  const isPossible = name !== '' && !name.includes('.') && !name.startsWith('$')
  if (!isPossible) {
    logger(
      'Warn',
      `The field '${name}' of '${collection}' is left out: its name cannot be used in a path.`,
    )
  }
  return isPossible
}

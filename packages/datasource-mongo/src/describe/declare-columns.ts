import { ownValue } from '@service/base'
import { InvalidOptionError } from '../errors.js'
import { type CollectionOptions, type ColumnDeclaration, toDeclaration } from '../options.js'
import { toStoredType } from '../stored-type.js'
import type { ColumnDraft } from './describe-column.js'

/** Applies the `columns` option: columns are changed, added or left out. */
export function declareColumns(
  collection: string,
  sampled: readonly ColumnDraft[],
  { columns = {} }: CollectionOptions,
): ColumnDraft[] {
  const kept = sampled.filter(({ name }) => ownValue(columns, name) !== false)
  const drafts = new Map(kept.map(draft => [draft.name, draft]))
  for (const [name, declared] of Object.entries(columns)) {
    if (declared === false) continue
    const draft = draftColumn(collection, name, toDeclaration(declared), drafts.get(name))
    drafts.set(name, draft)
  }
  return [...drafts.values()]
}

function draftColumn(
  collection: string,
  name: string,
  { type, storedAs, path, enumValues, allowNull, defaultValue }: ColumnDeclaration,
  sampled: ColumnDraft | undefined,
): ColumnDraft {
  const stored = toStoredType(type, storedAs)
  if (!stored) {
    throw new InvalidOptionError(
      `collections.${collection}.columns.${name}`,
      `${JSON.stringify(type)} cannot be stored as '${storedAs}'`,
    )
  }
  return {
    name,
    path: path ?? sampled?.path ?? name,
    stored,
    enumValues: enumValues ?? sampled?.enumValues,
    allowNull: allowNull ?? sampled?.allowNull,
    defaultValue,
  }
}

// #region plugin
import type { CollectionPlugin } from '@service/agent'

interface Options {
  readonly except?: readonly string[]
}

/** A plugin that trims every text of the collection before it is stored. */
export const trimTexts: CollectionPlugin<Options | undefined> = (
  _dataSource,
  collection,
  options,
) => {
  const texts = [...collection.schema.fields.values()]
    .filter(field => field.kind === 'Column' && field.columnType === 'String' && !field.isReadOnly)
    .map(({ name }) => name)
    .filter(name => !options?.except?.includes(name))

  const trim = (record: Record<string, unknown>) => {
    for (const name of texts) {
      const value = record[name]
      if (typeof value === 'string') record[name] = value.trim()
    }
  }

  collection
    .addHook('Before', 'Create', ({ data }) => data.forEach(trim))
    .addHook('Before', 'Update', ({ patch }) => trim(patch))
}
// #endregion

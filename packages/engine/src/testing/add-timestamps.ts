import type { CollectionPlugin } from '../operations/collection-customizer.js'

interface Options {
  /** The column with the creation date of a record. */
  readonly createdAt: string
}

/** A plugin that adds the creation day of each record, and a segment of the recent ones. */
export const addTimestamps: CollectionPlugin<Options> = (_dataSource, collection, options) => {
  const { createdAt } = options
  if (collection.schema.fields.get(createdAt)?.kind !== 'Column') {
    throw new Error(`'${collection.name}' has no column '${createdAt}'.`)
  }
  collection
    .addField('madeOn', {
      columnType: 'Dateonly',
      dependencies: [createdAt],
      getValues: records =>
        records.map(({ [createdAt]: made }) =>
          typeof made === 'string' ? made.slice(0, 10) : null,
        ),
    })
    .addSegment('Recent', { field: createdAt, operator: 'PreviousXDaysToDate', value: 7 })
}

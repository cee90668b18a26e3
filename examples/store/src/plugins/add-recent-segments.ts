// #region plugin
import type { Plugin } from '@service/agent'

interface Options {
  readonly days: number
}

/** A plugin that adds a segment of recent records to every collection with a creation date. */
export const addRecentSegments: Plugin<Options> = (dataSource, _collection, { days }, logger) => {
  for (const { name, fields } of dataSource.collections.values()) {
    if (!fields.has('created_at')) continue
    logger('Debug', `Adding a segment of the last ${days} days to '${name}'`)
    dataSource.customizeCollection(name, collection =>
      collection.addSegment(`Last ${days} days`, {
        field: 'created_at',
        operator: 'PreviousXDaysToDate',
        value: days,
      }),
    )
  }
}
// #endregion

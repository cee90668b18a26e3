import type { CollectionSchema } from '@service/datasource-toolkit'

/** Whether the source guarantees that no two rows share their primary key. */
export const hasProvenKey = ({ primaryKey, isPrimaryKeyGuessed }: CollectionSchema): boolean =>
  primaryKey.length > 0 && !isPrimaryKeyGuessed

/** Rows without a guaranteed key are read-only: a write could change other rows as well. */
export const isSourceReadOnly = ({ isReadOnly, isPrimaryKeyGuessed }: CollectionSchema): boolean =>
  isReadOnly || isPrimaryKeyGuessed === true

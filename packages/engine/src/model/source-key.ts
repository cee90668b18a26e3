import type { CollectionSchema } from '@service/datasource-toolkit'

/** The source vouches that no two rows share their key. */
export const hasProvenKey = ({ primaryKey, isPrimaryKeyGuessed }: CollectionSchema): boolean =>
  primaryKey.length > 0 && !isPrimaryKeyGuessed

/** Rows that cannot be told apart are not written either: a write could reach others as well. */
export const isSourceReadOnly = ({ isReadOnly, isPrimaryKeyGuessed }: CollectionSchema): boolean =>
  isReadOnly || isPrimaryKeyGuessed === true

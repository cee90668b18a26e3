import type { MongoColumn } from '../collection.js'

/** A column and its path in the documents of the current stage. */
export interface ColumnPath {
  readonly column: MongoColumn
  readonly path: string
}

/** Finds the column of a field path. */
export type FindColumn = (path: string) => ColumnPath

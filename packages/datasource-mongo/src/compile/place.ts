import type { MongoColumn } from '../collection.js'

/** A column and where the documents at hand hold it. */
export interface Place {
  readonly column: MongoColumn
  readonly path: string
}

/** Finds the column that a path of a query leads to. */
export type PlaceOf = (path: string) => Place

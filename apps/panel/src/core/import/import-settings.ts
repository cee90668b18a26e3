import type { ImportMode } from '@service/protocol'

/** In which order the parts of a date are written. */
export type DateOrder = 'iso' | 'day-first' | 'month-first'

/** How the values of a column are written. */
export interface CellFormat {
  readonly dateOrder: DateOrder
  readonly decimal: '.' | ','
}

/** Where a column of a file goes. */
export interface ColumnMapping extends CellFormat {
  /** A field of the collection; null when the column is left out. */
  readonly field: string | null
}

/** What an import does with the rows of a file. */
export interface ImportSettings {
  readonly mode: ImportMode
  /** The fields that identify a record; empty when records are only created. */
  readonly key: readonly string[]
  /** By position in the file. */
  readonly columns: readonly ColumnMapping[]
  /** An empty cell clears the field of a record that is changed; otherwise it is left as it is. */
  readonly isEmptyCleared: boolean
}

export const defaultFormat: CellFormat = { dateOrder: 'iso', decimal: '.' }

/** A file as its first rows show it. */
export interface CsvHead {
  readonly header: readonly string[]
  /** The first rows. */
  readonly samples: readonly (readonly string[])[]
  readonly delimiter: string
  readonly encoding: string
}

import type { CsvHead } from '../core/import/import-settings.js'

/** What the page asks of the worker that reads a CSV file. */
export type CsvRequest =
  | { readonly kind: 'open'; readonly file: File; readonly choices: CsvChoices }
  | { readonly kind: 'next'; readonly count: number }

/** What is detected unless somebody chose it. */
export interface CsvChoices {
  readonly encoding?: string | undefined
  readonly delimiter?: string | undefined
  readonly hasHeader: boolean
}

export type CsvResponse =
  | { readonly kind: 'opened'; readonly head: CsvHead }
  | {
      readonly kind: 'rows'
      readonly rows: readonly (readonly string[])[]
      /** How much of the file has been read. */
      readonly bytes: number
    }
  | { readonly kind: 'failed'; readonly message: string }

/** `count` is undefined when counting is disabled for the collection. */
export interface RowCount {
  readonly count?: number
  /** Present when an estimate was requested. */
  readonly precision?: 'estimated' | 'exact'
}

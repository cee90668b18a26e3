/** One value of a parameter, and the rows a plain reading of the documentation gives for it. */
export interface FilterCase<Row> {
  readonly text: string
  /** As it stands in the address, when it is not simply escaped. */
  readonly raw?: string
  /** What `parameters` shows, when it is not the text. */
  readonly echo?: string | number
  matches(row: Row): boolean
}

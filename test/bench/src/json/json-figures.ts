/** What is measured of JSON columns besides their loads. */
export interface JsonFigures {
  /** Rows that PostgreSQL sends to our agent for the filtered page of 15. */
  readonly rowsRead: number
}

/** What SQLite calls the number of a row, unless a column has the name. */
const ROW_IDS = ['rowid', '_rowid_', 'oid']

/** The name of the row's number in a table with these columns, if one is left. */
export function rowIdBeside(columns: readonly string[]): string | undefined {
  const taken = new Set(columns.map(name => name.toLowerCase()))
  return ROW_IDS.find(id => !taken.has(id))
}

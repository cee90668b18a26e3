/** SQLite's names of the row id, each usable unless a column has that name. */
const ROW_IDS = ['rowid', '_rowid_', 'oid']

/** Returns a name of the row id that no column has, if there is one. */
export function rowIdBeside(columns: readonly string[]): string | undefined {
  const taken = new Set(columns.map(name => name.toLowerCase()))
  return ROW_IDS.find(id => !taken.has(id))
}

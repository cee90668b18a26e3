import type { AgentData } from './agent-data.js'
import { makeSqlite } from './sqlite-file.js'

export const largeTable = {
  name: 'measurements',
  rows: 10_000,
  /** The key included. */
  columns: 40,
} as const

const values = Array.from({ length: largeTable.columns - 4 }, (_, index) => `value_${index + 1}`)
/** The names of all columns. */
export const largeColumns: readonly string[] = ['id', 'name', 'status', 'measured_at', ...values]
const states = ['active', 'pending', 'failed']

/** One table of ten thousand rows and forty columns. */
export async function makeLargeTable(folder: string): Promise<AgentData> {
  return makeSqlite(folder, database => {
    database.exec(`
      create table ${largeTable.name} (
        id integer primary key,
        name varchar(40) not null,
        status varchar(10) not null,
        measured_at datetime not null,
        ${values.map((name, index) => `${name} ${index % 3 === 0 ? 'varchar(40)' : 'integer'}`).join(', ')}
      );
    `)
    const marks = Array.from({ length: largeTable.columns }, () => '?').join(', ')
    const insert = database.prepare(`insert into ${largeTable.name} values (${marks})`)
    for (let id = 1; id <= largeTable.rows; id++) {
      const minute = new Date(Date.UTC(2026, 0, 1) + id * 60_000).toISOString()
      insert.run([
        id,
        `Measurement ${String(id).padStart(5, '0')}`,
        states[id % states.length],
        minute,
        ...values.map((_, index) => (index % 3 === 0 ? `row ${id}, text ${index}` : id * index)),
      ])
    }
  })
}

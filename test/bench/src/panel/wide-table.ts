import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'libsql'

const wideTable = { name: 'measurements', rows: 1_000_000, columns: 20 } as const

/** Makes an SQLite file with a million rows of twenty columns, once. */
export function makeWideTable(file: string): void {
  if (existsSync(file)) return
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.new`
  const database = new Database(draft)
  const values = Array.from({ length: wideTable.columns - 4 }, (_, index) => `value_${index + 1}`)
  database.exec(`
    create table ${wideTable.name} (
      id integer primary key, name varchar(40) not null, status varchar(10) not null,
      measured_at datetime not null, ${values.map(name => `${name} integer`).join(', ')}
    );
    insert into ${wideTable.name}
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${wideTable.rows})
      select n, 'Measurement ' || n, iif(n % 3 = 0, 'failed', 'active'),
        strftime('%Y-%m-%dT%H:%M:%fZ', 1767225600 + n * 60, 'unixepoch'),
        ${values.map((_, index) => `n * ${index + 1} % 9973`).join(', ')}
      from numbers;
  `)
  database.close()
  renameSync(draft, file)
}

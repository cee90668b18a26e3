import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import Database from 'libsql'
import { sizes } from './demo-data.js'

const tables = `
create table shelves (
  code varchar(10) primary key,
  product_id integer not null unique,
  chip blob
);

create table scans (
  id integer primary key,
  shelf_code varchar(10) not null references shelves (code),
  scanned_at datetime not null
);

create index scans_by_shelf on scans (shelf_code);
`

/**
 * The warehouse has a database of its own, SQLite: which product lies on which shelf, and when its
 * chip was scanned. Fills it on the first start and answers its address.
 */
export async function openWarehouse(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const file = resolve(join(folder, 'warehouse.db'))
  const database = new Database(file)
  try {
    const known = database.prepare("select 1 from sqlite_master where name = 'shelves'").get()
    if (known === undefined) database.transaction(() => fill(database))()
  } finally {
    database.close()
  }
  return `sqlite:${encodeURIComponent(file)}`
}

function fill(database: Database.Database): void {
  database.exec(tables)
  const shelf = database.prepare('insert into shelves values (?, ?, ?)')
  for (let id = 1; id <= sizes.products; id++) {
    const code = `${'ABCDE'[(id - 1) % 5]}-${String(id).padStart(3, '0')}`
    shelf.run([code, id, Buffer.from([0xc4, 0x1f, id >> 8, id & 255])])
  }
  const scan = database.prepare('insert into scans (shelf_code, scanned_at) values (?, ?)')
  for (const month of ['01', '02']) scan.run(['A-001', `2026-${month}-05T08:00:00.000Z`])
}

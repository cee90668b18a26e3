import { join } from 'node:path'
import { openSqlDatabase, sql } from '@service/datasource-sql'

/** Creates a SQLite database with customers and their orders; returns its URL. */
export async function sampleDatabase(folder: string, name = 'shop.db'): Promise<string> {
  const url = `sqlite:${join(folder, name)}`
  const database = await openSqlDatabase(url)
  await database.write(
    sql`create table customers (id integer primary key, name text not null, city text)`,
  )
  await database.write(
    sql`create table orders (id integer primary key, customer_id integer not null references customers (id), total real)`,
  )
  await database.close()
  return url
}

// `backoffice open` on a database of a bookshop, for a picture of what people see without any code.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'libsql'

const program = fileURLToPath(new URL('../../apps/cli/dist/main.js', import.meta.url))

const tables = `
  create table authors (id integer primary key, full_name text not null, country text not null);
  create table books (
    id integer primary key, title text not null, author_id integer not null references authors (id),
    price numeric(6, 2) not null, in_stock boolean not null, published_on date not null
  );
  create table orders (
    id integer primary key, book_id integer not null references books (id), status text not null
      check (status in ('new', 'paid', 'sent')),
    customer_email text not null, quantity integer not null, ordered_at timestamp not null
  )`

const authors = [
  ['Jane Austen', 'GB'],
  ['Jules Verne', 'FR'],
  ['Mary Shelley', 'GB'],
  ['Leo Tolstoy', 'RU'],
]
const books = [
  ['Emma', 1, 9.9, '1815-12-23'],
  ['Persuasion', 1, 8.5, '1817-12-20'],
  ['Around the World in Eighty Days', 2, 11, '1873-01-30'],
  ['Twenty Thousand Leagues', 2, 12.5, '1870-06-20'],
  ['Frankenstein', 3, 7.9, '1818-01-01'],
  ['The Last Man', 3, 10.2, '1826-01-23'],
  ['War and Peace', 4, 24, '1869-01-01'],
  ['Anna Karenina', 4, 19.5, '1878-01-01'],
]
const statuses = ['new', 'paid', 'sent', 'sent', 'paid']

function fillDatabase(file) {
  const database = new Database(file)
  database.exec(tables)
  const insert = (table, values) =>
    database
      .prepare(`insert into ${table} values (${values.map(() => '?').join(', ')})`)
      .run(...values)
  for (const [index, values] of authors.entries()) insert('authors', [index + 1, ...values])
  for (const [index, [title, author, price, date]] of books.entries()) {
    insert('books', [index + 1, title, author, price, index % 4 === 2 ? 0 : 1, date])
  }
  for (let id = 1; id <= 240; id++) {
    const day = String(1 + (id % 28)).padStart(2, '0')
    insert('orders', [
      ...[id, 1 + ((id * 5) % books.length), statuses[id % statuses.length]],
      ...[`reader${id % 60}@example.com`, 1 + (id % 3), `2026-10-${day}T09:${10 + (id % 50)}:00Z`],
    ])
  }
  database.close()
}

/** Starts it with an empty data folder inside `folder`; resolves when it has printed its link. */
export async function startOpen(folder) {
  const file = join(folder, 'bookshop.db')
  fillDatabase(file)
  const child = spawn(process.execPath, [program, 'open', file, '--data', join(folder, 'data')])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', text => {
      output += text
    })
  }
  while (!output.includes('Ctrl-C')) {
    if (child.exitCode !== null) throw new Error(output)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  const welcomeUrl = /http:\S+\/welcome\/\S+/.exec(output)[0]
  return {
    url: new URL(welcomeUrl).origin,
    welcomeUrl,
    async stop() {
      const closed = once(child, 'close')
      child.kill('SIGINT')
      await closed
    },
  }
}

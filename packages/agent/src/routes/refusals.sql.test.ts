import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqlDataSource } from '@service/datasource-sql'
import Libsql from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askEverything, signInAsAdministrator } from '../testing/ask-everything.js'
import { type OpenAgent, openAgent, readError } from '../testing/open-agent.js'

const declaredTypes = [
  'boolean',
  'integer',
  'bigint',
  'real',
  'decimal(10, 2)',
  'varchar(20)',
  'text',
  'uuid',
  'datetime',
  'timestamp',
  'date',
  'time',
  'json',
  'blob',
  'money',
  'any thing',
]

/** Any column of SQLite can store any of these. */
const values = [
  'null',
  '1',
  '9223372036854775807',
  '-8.64e15',
  '1.5',
  "'2024-02-29 12:34:56'",
  "'text'",
  '\'{"a": 1}\'',
  "'{bad'",
  "''",
  "x'00ff'",
]

const guarded = `
  create table guarded (id integer primary key, n integer constraint small check (n < 50),
    twice integer generated always as (n * 2));
  insert into guarded (n) values (2);
  create trigger refuse before insert on guarded when new.n = 1
    begin select raise(abort, 'One is odd.'); end;
  create trigger undo before insert on guarded when new.n = 3
    begin select raise(rollback, 'Three is undone.'); end;
  create trigger discard before insert on guarded when new.n = 4 begin select raise(ignore); end;
  create trigger keep before update on guarded begin select raise(ignore); end;
  create trigger stay before delete on guarded begin select raise(ignore); end;
  create table strict_ones (id integer primary key, n integer) strict;
  create table huge (id integer primary key, n integer);
  insert into huge (n) values (9223372036854775807), (9223372036854775807);
  create table documents (id integer primary key, doc json);
  insert into documents values (1, '{"a": 1}'), (2, '{bad'), (3, x'7b7d'), (4, '"{bad"')`

describe('SQLite', () => {
  let folder: string
  let path: string
  let open: OpenAgent
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'refusals-'))
    path = join(folder, 'data.db')
    const database = new Libsql(path)
    const columns = declaredTypes.map(type => `"${type}" ${type}`)
    database.exec(`create table things (id integer primary key, ${columns.join(', ')})`)
    for (const value of values) {
      const row = declaredTypes.map(() => value)
      database.exec(`insert into things values (null, ${row.join(', ')})`)
    }
    database.exec(guarded)
    database.close()
    open = await openAgent(createSqlDataSource(`sqlite:${path}`), { logger: () => {} })
  })
  afterAll(async () => {
    await open.close()
    await rm(folder, { recursive: true })
  })

  const buildBody = (attributes: object | undefined) =>
    attributes && { data: { type: 'things', attributes } }

  it('can be asked for all it offers, whatever its columns hold', async () => {
    const { failures, count, fields } = await askEverything(open, 'things')
    expect(failures.slice(0, 20)).toEqual([])
    expect(fields).toEqual(
      expect.arrayContaining(declaredTypes.filter(type => !/money|any/.test(type))),
    )
    expect(count).toBeGreaterThan(400)
  }, 120_000)

  it.each([
    ['POST', '/guarded', { n: 1 }, 422, 'rejected_by_database', /^One is odd\.$/],
    ['POST', '/guarded', { n: 3 }, 422, 'rejected_by_database', /^Three is undone\.$/],
    ['POST', '/guarded', { n: 4 }, 422, 'rejected_by_database', /did not keep the record/],
    ['PUT', '/guarded/1', { n: 5 }, 422, 'rejected_by_database', /did not keep the change/],
    ['PUT', '/guarded/404', { n: 5 }, 404, 'not_found', /404/],
    ['DELETE', '/guarded/1', undefined, 422, 'rejected_by_database', /did not delete/],
    ['POST', '/guarded', { n: 100 }, 400, 'check_violation', /rule 'small'/],
    ['POST', '/guarded', { twice: 100 }, 400, 'validation_error', /'twice' .*read-only/],
    ['POST', '/strict_ones', { n: 1.5 }, 400, 'validation_error', /./],
  ] as const)('%s %s %o answers %i', async (method, where, attributes, status, code, detail) => {
    const answer = await open.send(method, where, buildBody(attributes))
    expect(answer).toMatchObject({ status })
    expect(readError(answer)).toMatchObject({ code, detail: expect.stringMatching(detail) })
  })

  it('says that a sum is beyond what it computes', async () => {
    const chart = { type: 'Value', aggregator: 'Sum', aggregateFieldName: 'n' }
    const headers = await signInAsAdministrator(open)
    const answer = await open.send('POST', '/stats/huge', chart, headers)
    expect(readError(answer)).toMatchObject({
      status: 422,
      detail: expect.stringMatching(/integer overflow/),
    })
  })

  const stored = (id: number) => {
    const database = new Libsql(path)
    const row = database.prepare('select doc from documents where id = ?').get(id) as {
      doc: unknown
    }
    database.close()
    return row.doc
  }
  const readDocument = async (id: number) =>
    ((await open.get(`/documents/${id}`)).json as { data: { attributes: { doc: unknown } } }).data
      .attributes.doc

  it('shows text that is no JSON as text, and keeps it when it is saved as it was shown', async () => {
    const { status, json } = await open.get('/documents')
    expect(status).toBe(200)
    const shown = (json as { data: { attributes: { doc: unknown } }[] }).data
    expect(shown.map(({ attributes }) => attributes.doc)).toEqual([{ a: 1 }, '{bad', {}, '{bad'])
    const saved = await open.send('PUT', '/documents/2', buildBody({ doc: '{bad' }))
    expect(saved.status).toBe(200)
    expect(stored(2)).toBe('{bad')
    await open.send('PUT', '/documents/4', buildBody({ doc: '{bad' }))
    expect(stored(4)).toBe('"{bad"')
    await open.send('PUT', '/documents/2', buildBody({ doc: { b: 2 } }))
    expect(await readDocument(2)).toEqual({ b: 2 })
    await open.send('PUT', '/documents/2', buildBody({ doc: null }))
    expect(stored(2)).toBeNull()
  })
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqlDataSource } from '@service/datasource-sql'
import Database from 'libsql'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type OpenAgent, openAgent } from '../testing/open-agent.js'

const postgresUrl = inject('postgresUrl')

describe.skipIf(!postgresUrl)('a key that another database holds in another form', () => {
  const upper = '0B53CD2F-6F3B-4F3E-9A54-0D2F4A1E8D11'
  let folder: string
  const name = `agent_keys_${process.pid}`
  let admin: pg.Client
  let open: OpenAgent
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'key-forms-'))
    const file = join(folder, 'visits.db')
    const visits = new Database(file)
    visits.exec(`
create table visits (id integer primary key, place uuid, scan blob, price decimal(10, 2));
insert into visits values
  (1, '${upper}', x'01ff', 5), (2, null, null, null);
`)
    visits.close()
    admin = new pg.Client({ connectionString: postgresUrl })
    await admin.connect()
    await admin.query(`create database ${name}`)
    const url = new URL(postgresUrl!)
    url.pathname = `/${name}`
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    await client.query(`
create table places (key uuid primary key, name text);
create table scans (key bytea primary key, name text);
create table prices (key numeric(12, 4) primary key, name text);
insert into places values ('${upper}', 'by uuid');
insert into scans values ('\\x01ff', 'by bytes');
insert into prices values (5.0000, 'by number');
`)
    await client.end()
    open = await openAgent(createSqlDataSource(`sqlite://${file}`), {
      customize: agent =>
        agent
          .addDataSource(createSqlDataSource(url.href))
          .customizeCollection('visits', collection =>
            collection
              .addManyToOneRelation('there', 'places', { foreignKey: 'place' })
              .addManyToOneRelation('read', 'scans', { foreignKey: 'scan' })
              .addManyToOneRelation('paid', 'prices', { foreignKey: 'price' }),
          ),
    })
  })
  afterAll(async () => {
    await open.close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
    await rm(folder, { recursive: true })
  })

  it('leads to its record', async () => {
    const header = 'id,there:name,read:name,paid:name'
    const { text } = await open.get('/visits.csv?sort=id', { 'Service-Projection': header })
    expect(text).toBe(`${header}\n1,by uuid,by bytes,by number\n2,,,\n`)
  })
})

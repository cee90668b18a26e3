import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { createSqlDataSource } from '@service/datasource-sql'
import type { DataSourceFactory } from '@service/datasource-toolkit'
import { chooseRounds, createPostgresDatabase, isLongRun, nastyTexts } from '@service/test-support'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type OpenAgent, openAgent } from '../testing/open-agent.js'

const postgresUrl = inject('postgresUrl')

/** Values of each column as PostgreSQL parses them. */
const texts = fc.oneof(
  fc.constantFrom(
    ...nastyTexts.filter(text => !text.includes('\0')),
    '',
    ' ',
    '\x1e',
    'a\x1fb',
    '\x1d',
  ),
  fc
    .array(
      fc.constantFrom('"', ',', '\n', '\r', '\t', '=', '+', '-', '@', "'", 'a', 'é', '😀', ' '),
    )
    .map(characters => characters.join('')),
)
const floats = fc.oneof(
  fc.double().map(String),
  fc.constantFrom('-0', '1e15', '1e-5', '0.0001', '123456789012345680', '1e300', '5e-324', 'NaN'),
)
const decimals = fc.oneof(
  fc.tuple(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.nat(24)).map(([digits, scale]) => {
    const sign = digits < 0n ? '-' : ''
    const whole = String(digits < 0n ? -digits : digits)
    const padded = whole.padStart(scale + 1, '0')
    return `${sign}${padded.slice(0, padded.length - scale)}.${padded.slice(padded.length - scale)}0`
  }),
  fc.constantFrom(
    'NaN',
    'Infinity',
    '-Infinity',
    '0.000',
    '0.0000010',
    '-0.0000009',
    '1e-15',
    '1.50',
  ),
)
const usualDates = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map(date => date.toISOString())
const moments = fc.oneof(
  usualDates,
  usualDates.map(text => text.replace('Z', '456Z')),
  fc.constantFrom(
    'infinity',
    '-infinity',
    '0044-03-15 10:00:00 BC',
    '294276-12-31 23:59:59.999999',
  ),
  fc.constantFrom(
    '2024-05-06 07:08:09',
    '2024-05-06 07:08:09.1',
    '10000-01-01',
    '9999-12-31 23:59:59.999999',
  ),
)
const days = fc.oneof(
  usualDates.map(text => text.slice(0, 10)),
  fc.constantFrom('infinity', '0044-03-15 BC', '5874897-12-31', '10000-01-01'),
)

interface Column {
  readonly type: string
  readonly values: fc.Arbitrary<string>
}

const columns: Readonly<Record<string, Column>> = {
  words: { type: 'text', values: texts },
  short: { type: 'varchar', values: texts },
  padded: { type: 'char(8)', values: texts.map(text => [...text].slice(0, 8).join('')) },
  identifier: { type: 'name', values: texts },
  blind: { type: 'text collate blind', values: texts },
  mood: { type: 'mood', values: fc.constantFrom('ok', '=sad', 'so, "so"', '-') },
  named: { type: 'label', values: texts },
  small: { type: 'smallint', values: fc.integer({ min: -32768, max: 32767 }).map(String) },
  big: { type: 'bigint', values: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(String) },
  single: { type: 'real', values: fc.oneof(fc.float().map(String), floats.filter(isSingle)) },
  double: { type: 'double precision', values: floats },
  exact: { type: 'numeric', values: decimals },
  price: { type: 'numeric(12,2)', values: fc.integer().map(cents => String(cents / 100)) },
  flag: { type: 'boolean', values: fc.constantFrom('true', 'false') },
  day: { type: 'date', values: days },
  hour: {
    type: 'time',
    values: fc.constantFrom('07:08:09', '07:08:09.500000', '00:00:00.000001', '24:00:00'),
  },
  local: { type: 'timestamp', values: moments },
  moment: { type: 'timestamptz', values: moments },
  milli: { type: 'timestamptz(3)', values: usualDates },
  token: { type: 'uuid', values: fc.uuid() },
}
const names = Object.keys(columns)

function isSingle(text: string): boolean {
  return ['NaN', '-0', '1e15', '1e-5', '0.0001'].includes(text)
}

/** The rows after the first 20 are large. */
const growing = chooseRounds(26, 40)

const schema = `
  create type mood as enum ('ok', '=sad', 'so, "so"', '-');
  create domain label as text;
  create collation blind (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
  create table parents (id serial primary key, title text);
  insert into parents (title) values ('=first'), ('a "second"'), (null);
  create table samples (id serial primary key, parent_id int references parents,
    tags text[], document jsonb, ${names.map(name => `${name} ${columns[name]!.type}`).join(', ')});
  create table numbers as select n as id from generate_series(1, 5000) n;
  alter table numbers add primary key (id);
  analyze numbers;
  create view failing as select id, 100 / (2500 - id) as ratio from numbers;
  create function nap(id int) returns text language plpgsql immutable as $$
    begin
      if id > 1000 then perform pg_sleep(60); end if;
      return 'awake';
    end $$;
  create view sleeping as select id, nap(id) as state from numbers;
  create table naps (id int primary key);
  insert into naps values (1);
  create function nap_once(id int) returns text language plpgsql stable as $$
    begin
      if id = 4000 and exists (select from naps) then perform pg_sleep(60); end if;
      return repeat('awake, ', 20);
    end $$;
  create view resting as select id, nap_once(id) as state from numbers;
  create table changing as select n * 10 as id, n as state from generate_series(1, 30000) n;
  alter table changing add primary key (id);
  create table large as select n as id, repeat(n || '",é', 100000) as state from generate_series(1, 3) n;
  alter table large add primary key (id);
  create table growing as
    select n as id, repeat('x', case when n > 20 then 1000000 else 1 end) as state from generate_series(1, ${growing}) n;
  alter table growing add primary key (id);
  create table wide as select n as id, repeat('x', 1000) as state from generate_series(1, 40000) n;
  alter table wide add primary key (id);
`

const row = fc.record(
  Object.fromEntries(names.map(name => [name, fc.option(columns[name]!.values, { freq: 5 })])),
)

/** The same source, whose lines the agent writes. */
const withoutCsv =
  (factory: DataSourceFactory): DataSourceFactory =>
  async (...given) => {
    const source = await factory(...given)
    const collections = source.collections.map(each => ({ ...each, listCsv: undefined }))
    return { ...source, collections }
  }

describe.skipIf(!postgresUrl)('a CSV export that PostgreSQL writes', () => {
  const plans: string[] = []
  let client: pg.Client
  let drop: () => Promise<void>
  let address: string
  let byDatabase: OpenAgent
  let byAgent: OpenAgent

  beforeAll(async () => {
    const created = await createPostgresDatabase(postgresUrl!, `agent_csv_${process.pid}`, [schema])
    client = created.client
    drop = created.drop
    address = created.url
    const factory = createSqlDataSource(created.url, {
      primaryKeys: { failing: ['id'], resting: ['id'], sleeping: ['id'] },
    })
    byDatabase = await openAgent(factory, {
      loggerLevel: 'Debug',
      logger: (_level, message) => void plans.push(String(message)),
      customize: agent =>
        agent.customizeCollection('samples', samples =>
          samples.addField('computed', {
            columnType: 'String',
            dependencies: ['words'],
            getValues: records => records.map(record => String(record.words)),
          }),
        ),
    })
    byAgent = await openAgent(withoutCsv(factory), { logger: () => {} })
  })
  afterAll(async () => {
    await byDatabase?.close()
    await byAgent?.close()
    await drop?.()
  })

  const insert = async (rows: readonly Readonly<Record<string, string | null>>[]) => {
    await client.query('truncate samples')
    const slots = names.map((name, index) => `$${index + 2}::text::${columns[name]!.type}`)
    const text = `insert into samples (parent_id, ${names.join(', ')}) values ($1, ${slots.join(', ')})`
    for (const [index, values] of rows.entries()) {
      const parent = index % 4 === 0 ? null : index % 4
      await client.query(text, [parent, ...names.map(name => values[name] ?? null)])
    }
  }

  const expectSame = async (path: string) => {
    plans.length = 0
    const [written, expected] = [await byDatabase.get(path), await byAgent.get(path)]
    expect([written.status, written.text]).toEqual([200, expected.text])
    return { written: written.text, plan: plans.find(text => text.includes('  csv ')) }
  }

  const all = ['id', ...names, 'parent:title'].join(',')

  const expectEachAlone = async () => {
    for (const name of names) {
      const { plan } = await expectSame(`/samples.csv?fields[samples]=${name},id&sort=-id`)
      expect(plan).toContain('csv      by the source')
    }
  }

  it('has the same bytes as one that the agent writes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async rows => {
        await insert(rows)
        for (const escaped of [true, false]) {
          const query = `fields[samples]=${all}&fields[parent]=title&escapeFormulas=${escaped}`
          await expectSame(`/samples.csv?${query}`)
        }
        if (isLongRun) await expectEachAlone()
      }),
      { numRuns: chooseRounds(4, 200) },
    )
    if (!isLongRun) await expectEachAlone()
  })

  it('continues after each block, in the order of every sort, with filters and search', async () => {
    await client.query('truncate samples')
    await client.query(
      `insert into samples (words, moment, mood, price, parent_id, blind)
       select case when n % 3 = 0 then null else 'row, ' || n % 50 end,
         case when n = 3000 then 'infinity' else timestamptz '2024-01-01' + n % 90 * interval '1 ms' end,
         'ok', n % 17, 1 + n % 3, case when n % 30 = 0 then 'ROW' end
       from generate_series(1, 5000) n`,
    )
    const filters = encodeURIComponent('{"field":"price","operator":"greater_than","value":"3"}')
    const others = isLongRun ? ['-id', 'words', 'mood', '-price'] : []
    for (const sort of ['id', '-words', 'moment', 'parent:title', ...others]) {
      const query = `fields[samples]=words,moment,id,parent&fields[parent]=title&sort=${sort}`
      const { written, plan } = await expectSame(`/samples.csv?${query}&filters=${filters}`)
      expect(written.split('\n').length).toBeGreaterThan(3000)
      expect(plan).toContain('csv      by the source')
      await expectSame(`/samples.csv?${query}&search=row`)
    }
  })

  it.each([
    ['tags', 'the source cannot write tags'],
    ['document', 'the source cannot write document'],
    ['computed', 'compute in memory'],
  ])('is left to the agent with the column %s', async (name, reason) => {
    plans.length = 0
    expect((await byDatabase.get(`/samples.csv?fields[samples]=id,${name}`)).status).toBe(200)
    expect(plans.find(text => text.includes('  csv '))).toContain(
      `csv      by the agent: ${reason}`,
    )
  })

  const startExport = (collection: string, signal?: AbortSignal) =>
    fetch(`${byDatabase.url}/${collection}.csv?timezone=UTC&sort=id`, {
      headers: { authorization: `Bearer ${byDatabase.token}` },
      signal,
    })

  it('is cut off when a later block fails', async () => {
    const received = startExport('failing').then(response => response.text())
    await expect(received).rejects.toThrow()
  })

  it('has values that are larger than what arrives at once', async () => {
    const { written } = await expectSame('/large.csv?sort=id')
    expect(written.length).toBeGreaterThan(3 * 100_000 * 4)
  })

  it('has rows that are so much larger than those before that they are read in more parts', async () => {
    const { written } = await expectSame('/growing.csv?sort=id')
    expect(written.length).toBeGreaterThan((growing - 20) * 1_000_000)
  })

  it('has every row once that exists throughout', async () => {
    const exported = startExport('changing').then(response => response.text())
    const changes = (async () => {
      for (let round = 0; round < 30; round++) {
        await client.query('delete from changing where id % 100 = 10 and id % 7 = $1', [round % 7])
        await client.query(
          `insert into changing select id + 1 + $1, 0 from changing
           where id % 1000 = 0 on conflict do nothing`,
          [round % 8],
        )
        await client.query('update changing set state = state + 1 where id % 30 = $1', [round])
      }
    })()
    const ids = listIds(await exported)
    await changes
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
    const kept = ids.filter(id => id % 10 === 0 && id % 100 !== 10)
    expect(kept).toEqual(
      Array.from({ length: 30_000 }, (_, n) => 10 * (n + 1)).filter(id => id % 100 !== 10),
    )
  })

  const listIds = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .slice(1)
      .map(line => Number(line.split(',')[0]))

  const countActive = async () => {
    const { rows } = await client.query(
      `select count(*)::int as active from pg_stat_activity
       where state = 'active' and datname = current_database() and pid <> pg_backend_pid()`,
    )
    return rows[0].active
  }

  it('occupies no connection while the client is slow', async () => {
    // A connection of its own: on one that has carried exports before, the kernel holds 36 MB for a slow client.
    const request = get(`${byDatabase.url}/wide.csv?timezone=UTC&sort=id`, {
      agent: false,
      headers: { authorization: `Bearer ${byDatabase.token}` },
    })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    await once(response, 'readable')
    await expect.poll(countActive).toBe(0)
    await client.query(`delete from wide where id = 40000`)
    const written = await text(response)
    expect(listIds(written)).toEqual(Array.from({ length: 39_999 }, (_, n) => n + 1))
    if (!isLongRun) return
    const expected = await byAgent.get('/wide.csv?sort=id')
    expect(listIds(written)).toEqual(listIds(expected.text))
    expect(written === expected.text).toBe(true)
  })

  it('continues on another connection when its own is lost', async () => {
    const exported = startExport('resting').then(response => response.text())
    await expect.poll(countActive).toBe(1)
    await client.query('delete from naps')
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where state = 'active' and datname = current_database() and pid <> pg_backend_pid()`,
    )
    const expected = await byAgent.get('/resting.csv?sort=id')
    expect(await exported).toBe(expected.text)
  })

  it('needs one connection only', async () => {
    const source = createSqlDataSource(address, { pool: { max: 1 } })
    const alone = await openAgent(source, { logger: () => {} })
    try {
      const exports = [1, 2].map(() => alone.get('/numbers.csv?sort=-id'))
      const expected = await byAgent.get('/numbers.csv?sort=-id')
      for (const { text } of await Promise.all(exports)) expect(text).toBe(expected.text)
    } finally {
      await alone.close()
    }
  })

  it('cancels its statement when the client leaves', async () => {
    const leaving = new AbortController()
    const response = await startExport('sleeping', leaving.signal)
    await response.body!.getReader().read()
    await expect.poll(countActive).toBe(1)
    leaving.abort()
    await expect.poll(countActive).toBe(0)
    expect((await byDatabase.get('/numbers?page[size]=1')).status).toBe(200)
  })
})

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { OpenAgent } from '../testing/open-agent.js'
import { openOnPostgres } from '../testing/open-postgres.js'

const url = inject('postgresUrl')

const statements = `
  create type mood as enum ('sad', 'ok');
  create domain mood_kept as mood check (value <> 'sad');
  create domain mood_again as mood_kept;
  create domain positive as integer check (value > 0);
  create domain tags as text[] check (cardinality(value) < 4);
  create domain positives as positive[];
  create domain code as char(3) check (value <> 'bad');
  create domain label as varchar(5) check (value like 'l%');
  create table sizes (amount positive primary key);
  insert into sizes values (5);
  create table moods (feeling mood_kept primary key);
  insert into moods values ('ok');
  create table things (
    id serial primary key, feeling mood_kept, again mood_again, amount positive references sizes,
    tags tags, amounts positive[], sums positives, feelings mood_kept[], code code, label label,
    matrix int[][], words text[][], flags boolean[][][], plain int[]
  );
  insert into things values
    (1, 'ok', 'ok', 5, '{a,b}', '{1,2}', '{3}', '{ok}', 'ab', 'l1', '{{1,2},{3,4}}',
      '{{a,"b,c"},{NULL,""}}', '{{{t}}}', '{{7,8}}'),
    (2, null, null, null, null, null, null, null, null, null, null, null, null, null);
`

describe.skipIf(!url)('domains and arrays of more dimensions', () => {
  let open: OpenAgent
  beforeAll(async () => {
    open = await openOnPostgres(url as string, `agent_domains_${process.pid}`, statements)
    open.service.setUser({ id: 7, email: 'ada@example.com', roleId: 1, permissionLevel: 'admin' })
  })
  afterAll(() => open?.close())

  const found = async (field: string, operator: string, value?: unknown) => {
    const filters = encodeURIComponent(JSON.stringify({ field, operator, value }))
    const answer = await open.get(`/things?sort=id&fields[things]=id&filters=${filters}`)
    if (answer.status !== 200) return answer.text
    return (answer.json as { data: { id: string }[] }).data.map(({ id }) => Number(id))
  }

  it.each([
    ['feeling', 'equal', 'ok', [1]],
    ['feeling', 'equal', 'sad', []],
    ['feeling', 'not_equal', 'sad', [1, 2]],
    ['feeling', 'in', ['ok', 'sad'], [1]],
    ['again', 'equal', 'ok', [1]],
    ['again', 'not_in', ['sad'], [1, 2]],
    ['size:amount', 'equal', 5, [1]],
    ['amount', 'equal', 5, [1]],
    ['amount', 'equal', -1, []],
    ['amount', 'in', [-1, 5, 3e9], [1]],
    ['amount', 'greater_than', -1, [1]],
    ['tags', 'equal', ['a', 'b'], [1]],
    ['tags', 'equal', ['a', 'b', 'c', 'd', 'e'], []],
    ['tags', 'includes_all', ['a'], [1]],
    ['tags', 'includes_none', ['c', 'd', 'e', 'f'], [1, 2]],
    ['amounts', 'equal', [1, 2], [1]],
    ['amounts', 'includes_all', [-1], []],
    ['amounts', 'includes_all', [2], [1]],
    ['amounts', 'includes_none', [-1, 3e9], [1, 2]],
    ['sums', 'equal', [3], [1]],
    ['sums', 'includes_all', [-3], []],
    ['feelings', 'includes_all', ['sad'], []],
    ['feelings', 'includes_all', ['ok'], [1]],
    ['code', 'equal', 'bad', []],
    ['code', 'equal', 'ab', [1]],
    ['code', 'starts_with', 'a', [1]],
    ['label', 'equal', 'x', []],
    ['label', 'equal', 'longer than five', []],
    ['label', 'in', ['x', 'l1'], [1]],
    [
      'matrix',
      'equal',
      [
        [1, 2],
        [3, 4],
      ],
      [1],
    ],
    ['matrix', 'equal', [1, 2, 3, 4], []],
    [
      'matrix',
      'equal',
      [
        [1, 2],
        [3, 3e9],
      ],
      [],
    ],
    [
      'matrix',
      'not_equal',
      [
        [1, 2],
        [3, 4],
      ],
      [2],
    ],
    ['matrix', 'includes_all', [3], [1]],
    [
      'words',
      'equal',
      [
        ['a', 'b,c'],
        [null, ''],
      ],
      [1],
    ],
    ['words', 'includes_none', ['b'], [1, 2]],
    ['flags', 'equal', [[[true]]], [1]],
    ['plain', 'equal', [[7, 8]], [1]],
  ])('finds by %s %s %j', async (field, operator, value, ids) => {
    expect(await found(field, operator, value)).toEqual(ids)
  })

  it('reads a record by a key of a domain', async () => {
    expect((await open.get('/moods/ok')).status).toBe(200)
    expect((await open.get('/moods/sad')).status).toBe(404)
    expect((await open.get('/moods?page[size]=1&page[number]=2000')).status).toBe(200)
    expect((await open.get('/sizes/-1')).status).toBe(404)
  })

  it('sorts and groups by domains', async () => {
    for (const field of ['feeling', 'again', 'amount', 'code', 'label']) {
      expect((await open.get(`/things?sort=-${field}`)).status).toBe(200)
      const chart = {
        type: 'Pie',
        sourceCollectionName: 'things',
        aggregator: 'Count',
        groupByFieldName: field,
      }
      expect((await open.send('POST', '/stats/things', chart)).status).toBe(200)
    }
  })

  it.each([
    [
      'matrix',
      [
        [1, null],
        [3, 4],
      ],
    ],
    ['matrix', [[[1]], [[2]]]],
    ['matrix', []],
    [
      'words',
      [
        ['a "quoted"', 'b\\c'],
        ['{}', 'NULL'],
        [null, ''],
        [' ', 'ü,'],
      ],
    ],
    ['flags', [[[true, false]], [[null, true]]]],
    [
      'plain',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['amounts', [[1], [2]]],
    ['tags', ['x', null]],
  ])('saves %s as %j and reads it back', async (field, value) => {
    const body = { data: { type: 'things', attributes: { [field]: value } } }
    const saved = await open.send('PUT', '/things/2', body)
    expect(saved.text).toContain('"id":"2"')
    const { json } = await open.get('/things/2')
    expect(json).toMatchObject({ data: { attributes: { [field]: value } } })
    expect(await found(field, 'equal', value)).toContain(2)
    await open.send('PUT', '/things/2', { data: { type: 'things', attributes: { [field]: null } } })
  })

  it('refuses lists whose rows differ in length', async () => {
    const body = { data: { type: 'things', attributes: { matrix: [[1], [2, 3]] } } }
    expect((await open.send('PUT', '/things/2', body)).status).toBe(400)
  })
})

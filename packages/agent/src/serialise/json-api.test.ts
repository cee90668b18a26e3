import { createMemoryDataSource } from '@service/datasource-memory'
import { compile } from '@service/engine'
import { describe, expect, it } from 'vitest'
import { documentWriter, writeMany, writeOne } from './json-api.js'

const toTeam = (from: string) => ({
  kind: 'ManyToOne' as const,
  foreignCollection: 'teams',
  keys: [{ from, to: 'id' }],
})

async function league() {
  const dataSource = await createMemoryDataSource({
    matches: {
      columns: {
        id: { type: 'Binary', isPrimaryKey: true },
        home_id: 'Number',
        away_id: 'Number',
        report: 'Binary',
        score: 'Json',
        fee: 'Number',
        place: 'Point',
      },
      relations: { home: toTeam('home_id'), away: toTeam('away_id') },
    },
    teams: {
      columns: { id: { type: 'Number', isPrimaryKey: true }, name: 'String', city_id: 'Number' },
      relations: {
        city: {
          kind: 'ManyToOne',
          foreignCollection: 'cities',
          keys: [{ from: 'city_id', to: 'id' }],
        },
      },
    },
    cities: { columns: { id: { type: 'Number', isPrimaryKey: true }, name: 'String' } },
  })(
    () => {},
    async () => {},
  )
  return compile([{ dataSource }], [])
}

describe('a JSON:API document', () => {
  it('merges what several relations show of one record, and follows relations of relations', async () => {
    const matches = (await league()).collection('matches')
    const projection = ['id', 'home:id', 'home:name', 'away:id', 'away:city:id', 'away:city:name']
    const writer = documentWriter(matches, projection, '/service')
    const text = writeMany(writer, [
      { id: new Uint8Array([1]), home: { id: 1, name: 'Reds' }, away: { id: 2, city: null } },
      {
        id: new Uint8Array([2]),
        home: { id: 2, name: 'Blues' },
        away: { id: 1, city: { id: 7, name: 'Lyon' } },
      },
    ])
    expect(JSON.parse(text).included).toEqual([
      {
        type: 'teams',
        id: '1',
        attributes: { id: 1, name: 'Reds' },
        relationships: { city: { data: { type: 'cities', id: '7' } } },
      },
      {
        type: 'teams',
        id: '2',
        attributes: { id: 2, name: 'Blues' },
        relationships: { city: { data: null } },
      },
      { type: 'cities', id: '7', attributes: { id: 7, name: 'Lyon' } },
    ])
  })

  it('writes bytes of keys in hexadecimal and other bytes as data URIs', async () => {
    const matches = (await league()).collection('matches')
    const writer = documentWriter(matches, ['id', 'report'], '/service')
    const row = {
      id: new Uint8Array([0, 255]),
      report: new Uint8Array([0x25, 0x50, 0x44, 0x46, 0x2d]),
    }
    expect(JSON.parse(writeOne(writer, row)).data).toEqual({
      type: 'matches',
      id: '00ff',
      attributes: { id: '00ff', report: 'data:application/pdf;base64,JVBERi0=' },
    })
  })

  it('writes values of every form as JSON, and leaves out what is not there', async () => {
    const matches = (await league()).collection('matches')
    const writer = documentWriter(matches, ['id', 'score', 'fee', 'place', 'home_id'], '/service')
    const attributes = (row: object) =>
      JSON.parse(writeOne(writer, { id: new Uint8Array([1]), ...row })).data.attributes
    expect(
      attributes({ score: { a: ['"', 1] }, fee: '123456789012345678901.5', place: [1, 2] }),
    ).toEqual({ id: '01', score: { a: ['"', 1] }, fee: '123456789012345678901.5', place: [1, 2] })
    expect(attributes({ score: 'text', fee: Number.NaN, home_id: -0 })).toEqual({
      id: '01',
      score: 'text',
      fee: null,
      home_id: 0,
    })
    expect(attributes({ score: null, fee: 1e21, home_id: 12n })).toEqual({
      id: '01',
      score: null,
      fee: 1e21,
      home_id: '12',
    })
  })

  it('of no record says null', async () => {
    const writer = documentWriter((await league()).collection('teams'), ['id'], '/service')
    expect(writeOne(writer, undefined)).toBe('{"jsonapi":{"version":"1.0"},"data":null}')
    expect(writeMany(writer, [])).toBe('{"jsonapi":{"version":"1.0"},"data":[]}')
  })
})

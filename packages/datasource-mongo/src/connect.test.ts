import { freePort } from '@service/test-support'
import { describe, expect, it } from 'vitest'
import { driverOptions, parseAddress } from './connect.js'
import { createMongoDataSource } from './create-mongo-data-source.js'

describe('addressOf', () => {
  it('takes an address that names a database, whatever the host', () => {
    for (const [uri, database] of [
      ['mongodb://localhost/shop', 'shop'],
      ['mongodb://u:p%40w@a:1,b:2/my%20shop?replicaSet=rs', 'my shop'],
      ['mongodb+srv://u@cluster.example.com/shop', 'shop'],
      ['mongodb://%2Ftmp%2Fmongo.sock/shop', 'shop'],
    ]) {
      expect(parseAddress(uri as string)).toEqual({ uri, database })
    }
  })

  it('builds a URL from parameters, with secrets escaped', () => {
    const { uri } = parseAddress({
      host: 'db',
      port: 1234,
      user: 'a:b',
      password: 'p@/w',
      database: 'my shop',
      replicaSet: 'rs',
      tls: true,
    })
    expect(uri).toBe(
      'mongodb://a%3Ab:p%40%2Fw@db:1234/my%20shop?authSource=admin&replicaSet=rs&tls=true',
    )
    expect(parseAddress({ database: 'shop' }).uri).toBe('mongodb://localhost:27017/shop')
  })

  it('rejects an address without a database, before anything starts', () => {
    for (const uri of [
      'mongodb://localhost',
      'mongodb://localhost/',
      'postgres://localhost/shop',
    ]) {
      expect(() => createMongoDataSource(uri)).toThrow('must contain the name of a database')
    }
  })
})

describe('driverOptions', () => {
  it('are those given, then those of the URL, then the defaults', () => {
    const defaults = {
      maxPoolSize: 10,
      waitQueueTimeoutMS: 10_000,
      maxIdleTimeMS: 30_000,
      serverSelectionTimeoutMS: 10_000,
      connectTimeoutMS: 10_000,
    }
    const uri = 'mongodb://a:1,b:2/shop'
    expect(driverOptions(uri, {})).toEqual(defaults)
    const { serverSelectionTimeoutMS, maxPoolSize, ...others } = defaults
    const inUrl = `${uri}?serverselectiontimeoutms=500&maxPoolSize=3`
    expect(driverOptions(inUrl, {})).toEqual(others)
    expect(driverOptions(inUrl, { connectTimeoutMs: 300, pool: { max: 4 } })).toEqual({
      ...defaults,
      maxPoolSize: 4,
      serverSelectionTimeoutMS: 300,
      connectTimeoutMS: 300,
    })
  })
})

describe('createMongoDataSource', () => {
  it('rejects a sample of no documents, which would be one of all of them', () => {
    for (const sampleSize of [0, -1, 1.5, Number.NaN]) {
      expect(() => createMongoDataSource('mongodb://localhost/shop', { sampleSize })).toThrow(
        `The option 'sampleSize' of the MongoDB datasource is wrong: ${sampleSize}`,
      )
    }
  })
})

describe('a server that is not there', () => {
  it('is said to be, with where it was looked for', async () => {
    const port = await freePort()
    const open = createMongoDataSource(`mongodb://127.0.0.1:${port}/shop`, {
      connectTimeoutMs: 300,
    })
    const error = await open(
      () => {},
      async () => {},
    ).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'unavailable', status: 503 })
    expect(String(error)).toContain(`127.0.0.1:${port}`)
  })
})

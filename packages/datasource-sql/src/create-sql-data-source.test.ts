import { freePort } from '@service/test-support'
import { describe, expect, it } from 'vitest'
import type { ConnectionParams } from './address.js'
import { createSqlDataSource } from './create-sql-data-source.js'

const open = (target: string | ConnectionParams) =>
  createSqlDataSource(target)(
    () => {},
    async () => {},
  )

describe('createSqlDataSource', () => {
  it('rejects an address it cannot read, before anything is opened', () => {
    expect(() => createSqlDataSource('oracle://h/d')).toThrow("Unknown database 'oracle'")
    expect(() => createSqlDataSource(undefined as unknown as string)).toThrow(
      'needs a URI, connection parameters or a PGlite instance',
    )
  })

  it.each(['postgres', 'mysql', 'mssql'] as const)(
    'says which %s database cannot be reached, without its password',
    async dialect => {
      const port = await freePort()
      const refused = await open({
        dialect,
        host: '127.0.0.1',
        port,
        user: 'me',
        password: 'secret',
        database: 'shop',
      }).catch((error: unknown) => error)
      expect(refused).toMatchObject({
        status: 503,
        message: expect.stringMatching(/database 'shop' on 127\.0\.0\.1 cannot be opened/),
      })
      expect(String(refused)).not.toContain('secret')
    },
  )

  it('opens an empty database in memory', async () => {
    const source = await open('sqlite::memory:')
    expect(source.collections).toEqual([])
    await expect(source.check()).resolves.toBeUndefined()
    await source.close()
  })
})

import { describe, expect, it } from 'vitest'
import { createDocumentCache } from './document-cache.js'

describe('the cache of documents', () => {
  it('builds a version once for all who ask at the same time, and again for another one', async () => {
    const cache = createDocumentCache()
    let builds = 0
    const read = (version: string) => cache.read('users', version, async () => [++builds])
    const [one, two] = await Promise.all([read('1'), read('1')])
    expect(one).toBe(two)
    expect(one?.text).toBe('[1]')
    expect((await read('1')).text).toBe('[1]')
    expect((await read('2')).text).toBe('[2]')
    expect(builds).toBe(2)
  })

  it('gives the same content the same tag, whatever its version', async () => {
    const read = (version: string, content: unknown) =>
      createDocumentCache().read('users', version, async () => content)
    const tags = [await read('1', [1]), await read('2', [1]), await read('2', [2])]
    expect(tags[0]?.etag).toBe(tags[1]?.etag)
    expect(tags[1]?.etag).not.toBe(tags[2]?.etag)
  })

  it('forgets what could not be built', async () => {
    const cache = createDocumentCache()
    const failing = cache.read('users', '1', async () => {
      throw new Error('away')
    })
    await expect(failing).rejects.toThrow('away')
    expect((await cache.read('users', '1', async () => 'back')).text).toBe('"back"')
  })

  it('keeps within its limit: what was not asked for the longest goes', async () => {
    const cache = createDocumentCache(10_000)
    const builds: string[] = []
    const read = (key: string) =>
      cache.read(key, '1', async () => {
        builds.push(key)
        return 'x'.repeat(3_000)
      })
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await read(key)
    expect(builds).toEqual(['a', 'b', 'c', 'b'])
  })
})

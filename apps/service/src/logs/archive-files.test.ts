import { mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readArchive, writeArchive } from './archive-files.js'
import type { Link } from './follow-chain.js'

describe('an archive file', () => {
  let folder: string
  let path: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'archive-'))
    path = join(folder, 'log.ndjson.gz')
  })
  afterEach(() => rm(folder, { recursive: true }))

  const links = Array.from({ length: 5000 }, (_, index) => {
    const [seq, at] = [index + 1, `2026-01-01T00:00:00.${String(index).padStart(6, '0')}Z`]
    return {
      seq,
      at,
      hash: Buffer.alloc(32, index),
      entry: { seq, createdAt: at, label: `ü${index}` },
    }
  })
  async function* stream(values: readonly Link[]) {
    yield* values
  }
  const read = async () => {
    const found: Link[] = []
    for await (const link of readArchive(path)) found.push(link)
    return found
  }

  it('gives back what was written', async () => {
    await writeArchive(path, stream(links))
    expect(await read()).toEqual(links)
    expect(await readdir(folder)).toEqual(['log.ndjson.gz'])
  })

  it('is not there when its entries could not all be read', async () => {
    async function* broken() {
      yield* links
      throw new Error('the database is gone')
    }
    await expect(writeArchive(path, broken())).rejects.toThrow('the database is gone')
    expect(await readdir(folder)).toEqual([])
  })

  it.skipIf(process.platform !== 'linux')('is not there when the disk is full', async () => {
    await symlink('/dev/full', `${path}.unfinished`)
    await expect(writeArchive(path, stream(links))).rejects.toThrow('ENOSPC')
    expect(await readdir(folder)).toEqual([])
  })

  it('cannot be read when it was cut off, is no archive or is missing', async () => {
    await writeArchive(path, stream(links))
    await truncate(path, (await readFile(path)).length - 20)
    await expect(read()).rejects.toThrow('unexpected end of file')
    await writeFile(path, 'plain text')
    await expect(read()).rejects.toThrow('incorrect header check')
    await rm(path)
    await expect(read()).rejects.toThrow('ENOENT')
  })
})

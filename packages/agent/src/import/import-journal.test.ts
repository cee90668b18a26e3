import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportedRow } from '@service/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createImportJournal,
  type ImportJournal,
  type ImportProgress,
  type RunChunk,
} from './import-journal.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-journal-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A journal as another start of the agent would open it. */
const open = () => createImportJournal({ folder, envSecret: 'secret', logger: () => {} })
const created = (index: number): ImportedRow => ({ index, action: 'created', id: String(index) })
const fail: RunChunk = () => Promise.reject(new Error('The chunk must not run.'))

describe('the journal of imports', () => {
  it('keeps the rows of a chunk when the agent starts again', async () => {
    const chunk = { importKey: 'kept', number: 0, content: 'rows' }
    const rows = await open().runOnce(chunk, async progress => {
      await progress.writing([0, 1])
      await progress.wrote([created(0), created(1)])
      return [created(0), created(1)]
    })
    expect(await open().runOnce(chunk, fail)).toEqual(rows)
    await expect(open().runOnce({ ...chunk, content: 'others' }, fail)).rejects.toThrow(
      'was sent before with other rows',
    )
    expect(await readdir(folder)).toHaveLength(1)
  })

  it('tells a chunk that was interrupted which rows were written and which may have been', async () => {
    const chunk = { importKey: 'interrupted', number: 3, content: 'rows' }
    const stopped = open().runOnce(chunk, async progress => {
      await progress.writing([0, 1])
      await progress.wrote([created(0), created(1)])
      await progress.writing([2, 3])
      throw new Error('killed')
    })
    await expect(stopped).rejects.toThrow('killed')
    let seen: Partial<ImportProgress> = {}
    const rows = await open().runOnce(chunk, async progress => {
      seen = progress
      return [created(4)]
    })
    expect([...(seen.written ?? [])]).toEqual([
      [0, created(0)],
      [1, created(1)],
    ])
    expect([...(seen.uncertain ?? [])]).toEqual([2, 3])
    expect(await open().runOnce(chunk, fail)).toEqual(rows)
  })

  it.each(['another process', 'the same process'])(
    'keeps rows in doubt when %s is interrupted in turn',
    async next => {
      const chunk = { importKey: `twice by ${next}`, number: 0, content: 'rows' }
      const first = open()
      const openNext = () => (next === 'the same process' ? first : open())
      const interrupt = async (journal: ImportJournal, index: number) => {
        const stopped = journal.runOnce(chunk, async progress => {
          await progress.writing([index])
          throw new Error('killed')
        })
        await expect(stopped).rejects.toThrow('killed')
      }
      await interrupt(first, 0)
      await interrupt(openNext(), 1)
      await interrupt(openNext(), 2)
      let uncertain: readonly number[] = []
      await openNext().runOnce(chunk, async progress => {
        uncertain = [...progress.uncertain]
        return [created(3)]
      })
      expect(uncertain).toEqual([0, 1, 2])
    },
  )

  it('runs a chunk again that failed before it wrote anything', async () => {
    const chunk = { importKey: 'failed', number: 0, content: 'rows' }
    const journal = open()
    await expect(journal.runOnce(chunk, () => Promise.reject(new Error('away')))).rejects.toThrow()
    expect(await journal.runOnce(chunk, async () => [created(0)])).toEqual([created(0)])
  })

  it('reads rows that are no longer in memory', async () => {
    const journal = open()
    const run = (number: number, run: RunChunk) =>
      journal.runOnce({ importKey: 'long', number, content: `${number}` }, run)
    for (let number = 0; number < 30; number += 1) await run(number, async () => [created(number)])
    expect(await run(2, fail)).toEqual([created(2)])
  })
})

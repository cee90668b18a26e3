import { appendFile, mkdtemp, readFile, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openJournal } from './journal.js'

describe('openJournal', () => {
  let folder: string
  const file = () => join(folder, 'notes.ndjson')

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'journal-'))
  })

  afterEach(() => rm(folder, { recursive: true, force: true }))

  async function append(rows: object[], cursor: string) {
    const journal = await openJournal(folder, 'notes')
    await journal.append(rows, cursor)
    await journal.close()
  }

  it('begins without a cursor', async () => {
    const journal = await openJournal(folder, 'notes')
    await journal.close()
    expect(journal.cursor).toBeUndefined()
  })

  it('goes on where it ended', async () => {
    await append([{ id: 1 }, { id: 2 }], 'two')
    await append([{ id: 3 }], 'three')
    const journal = await openJournal(folder, 'notes')
    await journal.close()
    expect(journal.cursor).toBe('three')
    expect(await readFile(file(), 'utf8')).toBe('{"id":1}\n{"id":2}\n{"id":3}\n')
  })

  it('cuts off rows whose cursor was not written', async () => {
    await append([{ title: 'première' }], 'one')
    await appendFile(file(), '{"id":2}\n{"id":')
    const journal = await openJournal(folder, 'notes')
    await journal.close()
    expect(journal.cursor).toBe('one')
    expect(await readFile(file(), 'utf8')).toBe('{"title":"première"}\n')
  })

  it('refuses to go on when rows are missing from the file', async () => {
    await append([{ id: 1 }, { id: 2 }], 'two')
    await truncate(file(), 5)
    await expect(openJournal(folder, 'notes')).rejects.toThrow(/has 5 bytes.*speaks of 18/)
  })
})

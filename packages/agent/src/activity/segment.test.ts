import { describe, expect, it } from 'vitest'
import type { LineFile } from './line-file.js'
import { newSegment, writeLines } from './segment.js'

/** A file whose writes end when the test says so. */
function slowFile() {
  const writes: { readonly text: string; readonly finish: (error?: Error) => void }[] = []
  const file: LineFile = {
    append: text =>
      new Promise((resolve, reject) => {
        writes.push({ text, finish: error => (error ? reject(error) : resolve()) })
      }),
    read: async () => '',
    end: async () => {},
    remove: async () => {},
  }
  return { file, writes, texts: () => writes.map(({ text }) => text) }
}

function openSegment() {
  const [reads, writes] = [slowFile(), slowFile()]
  const faults: unknown[] = []
  const segment = newSegment({ reads: reads.file, writes: writes.file })
  const write = () => writeLines(segment, error => faults.push(error))
  return { segment, reads, writes, faults, write }
}

const turn = () => new Promise(resolve => setImmediate(resolve))

describe('writeLines', () => {
  it('writes what there is; lines that come meanwhile wait until somebody asks again', async () => {
    const { segment, reads, write } = openSegment()
    segment.unwritten.reads = 'a'
    const first = write()
    await turn()
    segment.unwritten.reads += 'b'
    reads.writes[0]?.finish()
    await first
    await turn()
    expect(reads.texts()).toEqual(['a'])
    const second = write()
    await turn()
    reads.writes[1]?.finish()
    await second
    expect(reads.texts()).toEqual(['a', 'b'])
  })

  it('shares one write among all who ask before it begins, and keeps who asks later waiting for theirs', async () => {
    const { segment, writes, write } = openSegment()
    segment.unwritten.writes = 'a'
    write()
    segment.unwritten.writes += 'b'
    write()
    await turn()
    expect(writes.texts()).toEqual(['ab'])
    segment.unwritten.writes = 'c'
    let isWritten = false
    const later = write().then(() => {
      isWritten = true
    })
    writes.writes[0]?.finish()
    await turn()
    expect(isWritten).toBe(false)
    expect(writes.texts()).toEqual(['ab', 'c'])
    writes.writes[1]?.finish()
    await later
  })

  it('tells of a fault once, and writes no more', async () => {
    const { segment, reads, faults, write } = openSegment()
    segment.unwritten.reads = 'a'
    const first = write()
    await turn()
    const full = new Error('no space left on device')
    reads.writes[0]?.finish(full)
    await first
    segment.unwritten.reads = 'b'
    await write()
    expect(faults).toEqual([full])
    expect(reads.texts()).toEqual(['a'])
    expect(segment.isBroken).toBe(true)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anthropicEvents, anthropicStream, openaiChunks, openaiStream } from '../testing/wire.js'
import { readEvents } from './read-events.js'

async function* inPieces(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  let start = 0
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    yield bytes.subarray(start, cut)
    start = cut
  }
  yield bytes.subarray(start)
}

async function read(text: string, cuts: readonly number[] = [], limit = 1_000_000) {
  const events: string[] = []
  for await (const data of readEvents(inPieces(Buffer.from(text), cuts), limit)) events.push(data)
  return events
}

const streams: [string, string, readonly string[]][] = [
  ['OpenAI', openaiStream, [...openaiChunks.map(chunk => JSON.stringify(chunk)), '[DONE]']],
  ['Anthropic', anthropicStream, anthropicEvents.map(event => JSON.stringify(event))],
  ['many lines', 'data: a\ndata: é\n\n: 😀\n\ndata\nid: 1\ndata: b\n\n', ['a\né', '\nb']],
]

describe('readEvents', () => {
  it.each(streams)('reads a stream of %s alike wherever it is cut', async (_, stream, expected) => {
    const endings = fc.constantFrom('\n', '\r\n')
    const cuts = fc.array(fc.nat(Buffer.byteLength(stream)), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(endings, cuts, async (ending, offsets) => {
        expect(await read(stream.replaceAll('\n', ending), offsets)).toEqual(expected)
      }),
      { seed: 1, numRuns: 300 },
    )
  })

  it('reads a stream that comes byte by byte', async () => {
    const bytes = Buffer.byteLength(openaiStream)
    const everywhere = Array.from({ length: bytes }, (_, index) => index)
    expect(await read(openaiStream, everywhere)).toEqual(streams[0]?.[2])
  })

  it('reads what the standard allows, and passes over the rest', async () => {
    const text =
      '\uFEFF: comment\n\nretry: 10\ndata:a\ndata:  b\nid: 1\ndata\n\nevent: x\n\rdata: c\r\rdata: lost'
    expect(await read(text)).toEqual(['a\n b\n', 'c'])
  })

  it('gives up on an event that does not end, and not on many that do', async () => {
    const events = 'data: 0123456789\n\n'.repeat(100)
    expect(await read(events, [50, 500], 60)).toHaveLength(100)
    await expect(read(`data: ${'x'.repeat(100)}`, [50], 60)).rejects.toThrow('60 characters')
    await expect(read('data: 0123456789\n'.repeat(10), [50], 60)).rejects.toThrow('60 characters')
  })
})

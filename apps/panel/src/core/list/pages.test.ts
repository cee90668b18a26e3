import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addBlock,
  countRows,
  findPosition,
  getRow,
  isEnd,
  listMissing,
  mapRows,
  type Pages,
  startPages,
  type Viewport,
} from './pages.js'

interface TestRow {
  readonly id: string
}

/** A list that is sorted by id, as an agent pages it: a cursor is the last id of the block before. */
class Agent {
  readonly size: number
  #ids: number[]

  constructor(ids: readonly number[], size = 100) {
    this.#ids = [...ids].sort((a, b) => a - b)
    this.size = size
  }

  insert(...ids: readonly number[]): void {
    this.#ids = [...new Set([...this.#ids, ...ids])].sort((a, b) => a - b)
  }

  remove(id: number): void {
    this.#ids = this.#ids.filter(each => each !== id)
  }

  read(after: string) {
    const rest = after === '' ? this.#ids : this.#ids.filter(id => id > Number(after))
    const rows = rest.slice(0, this.size).map(id => ({ id: String(id) }))
    return { rows, next: rest.length > this.size ? rows.at(-1)!.id : null }
  }
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index * 10)

/** Loads everything that a viewport needs. */
function load(pages: Pages<TestRow>, agent: Agent, viewport: Viewport): Pages<TestRow> {
  let current = pages
  for (let step = 0; step < 1000; step++) {
    const [after] = listMissing(current, viewport)
    if (after === undefined) return current
    current = addBlock(current, after, agent.read(after), viewport)
  }
  throw new Error('The list never stops loading.')
}

const loadedIds = (pages: Pages<TestRow>) =>
  pages.blocks.flatMap(({ rows = [] }) => rows.map(({ id }) => Number(id)))

const isIncreasing = (ids: readonly number[]) =>
  ids.every((id, index) => index === 0 || ids[index - 1]! < id)

describe('pages', () => {
  it('load the next block when two screens from the end', () => {
    const agent = new Agent(range(1000))
    const first = load(startPages(), agent, { first: 0, last: 19 })
    expect(countRows(first)).toBe(100)
    expect(listMissing(first, { first: 30, last: 49 })).toEqual([])
    expect(listMissing(first, { first: 41, last: 60 })).toEqual(['990'])
    expect(isEnd(first)).toBe(false)
  })

  it('end', () => {
    const whole = load(startPages(), new Agent(range(130)), { first: 0, last: 99 })
    expect([countRows(whole), isEnd(whole)]).toEqual([130, true])
    const empty = load(startPages(), new Agent([]), { first: 0, last: 99 })
    expect([countRows(empty), isEnd(empty)]).toEqual([0, true])
  })

  it('keep at most 3,000 rows, and read dropped ones again by their cursor', () => {
    const agent = new Agent(range(10_000))
    let pages = startPages<TestRow>()
    for (let first = 0; first < 9_900; first += 50) {
      pages = load(pages, agent, { first, last: first + 24 })
      expect(loadedIds(pages).length).toBeLessThanOrEqual(3_000)
      expect(getRow(pages, first)?.id).toBe(String(first * 10))
    }
    expect(getRow(pages, 0)).toBeUndefined()
    expect(listMissing(pages, { first: 0, last: 24 })[0]).toBe('')
    pages = load(pages, agent, { first: 0, last: 24 })
    expect(getRow(pages, 24)?.id).toBe('240')
  })

  it('ignore an answer to a cursor that is not part of the list, and a second answer', () => {
    const agent = new Agent(range(300))
    const viewport = { first: 0, last: 9 }
    const pages = load(startPages(), agent, viewport)
    expect(addBlock(pages, 'old', agent.read('5'), viewport)).toBe(pages)
    expect(addBlock(pages, '', agent.read(''), viewport)).toBe(pages)
  })

  it('find, replace and remove rows', () => {
    const pages = load(startPages(), new Agent(range(250)), { first: 0, last: 99 })
    expect(findPosition(pages, '1500')).toBe(150)
    expect(findPosition(pages, '3')).toBe(-1)
    const less = mapRows(pages, row => (row.id === '1500' ? undefined : row))
    expect([countRows(less), getRow(less, 150)?.id]).toEqual([249, '1510'])
    expect(getRow(pages, 9999)).toBeUndefined()
  })

  it('show an inserted row of a block that is read again, and lose none that it pushed out', () => {
    const agent = new Agent(range(6_000))
    let pages = startPages<TestRow>()
    for (let first = 0; first < 5_000; first += 50)
      pages = load(pages, agent, { first, last: first + 24 })
    agent.insert(...Array.from({ length: 250 }, (_, index) => index + 0.5))
    for (let first = 5_000; first >= 0; first -= 20)
      pages = load(pages, agent, { first, last: first + 24 })
    const ids = loadedIds(pages)
    expect(isIncreasing(ids)).toBe(true)
    expect(ids.filter(id => id % 1 !== 0)).toHaveLength(250)
  })

  it('neither lose nor repeat a row while others insert, wherever a person scrolls', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('scroll' as const), to: fc.nat(8_000) }),
      fc.record({ kind: fc.constant('insert' as const), at: fc.nat(60_000), count: fc.nat(150) }),
    )
    const initial = range(6_000)
    let scrolled = startPages<TestRow>()
    for (let first = 0; first < 4_500; first += 50) {
      scrolled = load(scrolled, new Agent(initial), { first, last: first + 24 })
    }
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.boolean(), (steps, isScrolled) => {
        const agent = new Agent(initial)
        let pages = isScrolled ? scrolled : startPages<TestRow>()
        for (const each of steps) {
          if (each.kind === 'insert') {
            agent.insert(
              ...Array.from({ length: each.count }, (_, index) => each.at + (index + 1) / 1000),
            )
            continue
          }
          const first = Math.min(each.to, Math.max(0, countRows(pages) - 25))
          pages = load(pages, agent, { first, last: first + 24 })
          expect(isIncreasing(loadedIds(pages))).toBe(true)
          // Among rows that are shown next to each other, no initial row is missing.
          for (const ids of loadedRuns(pages)) {
            const between = initial.filter(id => id >= ids[0]! && id <= ids.at(-1)!)
            const shown = new Set(ids)
            expect(between.filter(id => !shown.has(id))).toEqual([])
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it('never repeat a row while others delete and insert, and always come to rest', () => {
    const step = fc.record({
      to: fc.nat(1_000),
      inserted: fc.array(fc.nat(10_000), { maxLength: 40 }),
      removed: fc.array(fc.nat(1_000), { maxLength: 200 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), steps => {
        const agent = new Agent(range(1_000), 20)
        let pages = startPages<TestRow>()
        for (const { to, inserted, removed } of steps) {
          agent.insert(...inserted)
          for (const index of removed) agent.remove(index * 10)
          const first = Math.min(to, Math.max(0, countRows(pages) - 5))
          pages = load(pages, agent, { first, last: first + 5 })
          const ids = loadedIds(pages)
          expect(new Set(ids).size).toBe(ids.length)
        }
      }),
      { numRuns: 60 },
    )
  })
})

/** The ids of blocks that are loaded and follow each other. */
function loadedRuns({ blocks }: Pages<TestRow>): number[][] {
  const runs: number[][] = [[]]
  for (const { rows } of blocks) {
    if (rows) runs.at(-1)!.push(...rows.map(({ id }) => Number(id)))
    else runs.push([])
  }
  return runs.filter(run => run.length > 0)
}

/** A row of a list. */
interface Identified {
  readonly id: string
}

/** Rows that were read with one cursor. */
interface Block<R> {
  /** The cursor that reads the block; empty for the first one. */
  readonly after: string
  /** Undefined while they are not loaded: not yet, or dropped to save memory. */
  readonly rows: readonly R[] | undefined
  /** How many rows the block had when it was loaded last. */
  readonly length: number
}

/** The rows of a list as far as it has been read, in blocks that follow each other. */
export interface Pages<R extends Identified> {
  readonly blocks: readonly Block<R>[]
}

/** The rows on the screen, as positions in the list. */
export interface Viewport {
  readonly first: number
  readonly last: number
}

/** What the agent returned for a block. */
export interface LoadedBlock<R> {
  readonly rows: readonly R[]
  /** The cursor of the next block; null at the end of the list. */
  readonly next: string | null
}

/** More rows than this are not kept. */
const mostRows = 3_000
/** How many screens are loaded ahead. */
const screensAhead = 2

/**
 * Returns a list of which nothing has been read.
 *
 * @example
 * const pages = startPages()
 */
export function startPages<R extends Identified>(): Pages<R> {
  return { blocks: [{ after: '', rows: undefined, length: 0 }] }
}

/**
 * Returns the cursors of the blocks to load for what is on the screen and two screens around it,
 * the nearest first.
 *
 * @example
 * const [after] = listMissing(pages, { first: 0, last: 25 })
 */
export function listMissing<R extends Identified>(
  { blocks }: Pages<R>,
  viewport: Viewport,
): readonly string[] {
  const margin = screensAhead * (viewport.last - viewport.first + 1)
  const missing: { readonly after: string; readonly distance: number }[] = []
  let start = 0
  for (const { after, rows, length } of blocks) {
    const distance = Math.max(start - viewport.last, viewport.first - (start + length), 0)
    if (!rows && distance <= margin) missing.push({ after, distance })
    start += length
  }
  return missing.sort((a, b) => a.distance - b.distance).map(({ after }) => after)
}

/**
 * Adds a block that was loaded. A response whose cursor is no longer part of the list is ignored.
 * Rows that are already in a later block are not repeated; when others inserted rows, the gap to
 * the next block becomes a block of its own, to be loaded.
 *
 * @example
 * const next = addBlock(pages, '', { rows, next: 'WyIt…' }, { first: 0, last: 25 })
 */
export function addBlock<R extends Identified>(
  pages: Pages<R>,
  after: string,
  loaded: LoadedBlock<R>,
  viewport: Viewport,
): Pages<R> {
  const index = pages.blocks.findIndex(block => block.after === after && !block.rows)
  if (index < 0) return pages
  const before = pages.blocks.slice(0, index)
  const known = collectIds(before)
  const rows = loaded.rows.filter(({ id }) => !known.has(id))
  const blocks = [...before, ...joinBlock(after, rows, loaded.next, pages.blocks.slice(index + 1))]
  return dropDistant({ blocks }, viewport)
}

function joinBlock<R extends Identified>(
  after: string,
  rows: readonly R[],
  next: string | null,
  following: readonly Block<R>[],
): Block<R>[] {
  const toBlock = (kept: readonly R[]): Block<R> => ({ after, rows: kept, length: kept.length })
  const meeting = findMeeting(rows, following)
  if (meeting) return [toBlock(rows.slice(0, meeting.row)), ...following.slice(meeting.block)]
  const [first, ...rest] = following
  if (next === null) return [toBlock(rows), ...following.slice(firstLoaded(following))]
  if (first?.after === next) return [toBlock(rows), ...following]
  const gap: Block<R> = { after: next, rows: undefined, length: 0 }
  // A block that is not loaded begins where this one ends now.
  if (first && !first.rows) return [toBlock(rows), { ...first, after: next }, ...rest]
  return [toBlock(rows), gap, ...following]
}

/** Finds the first row that a later block has too, and the first block that has it. */
function findMeeting<R extends Identified>(rows: readonly R[], following: readonly Block<R>[]) {
  const blockOfRow = new Map<string, number>()
  for (const [block, { rows: later = [] }] of following.entries()) {
    for (const { id } of later) if (!blockOfRow.has(id)) blockOfRow.set(id, block)
  }
  const row = rows.findIndex(({ id }) => blockOfRow.has(id))
  return row < 0 ? undefined : { row, block: blockOfRow.get(rows[row]!.id)! }
}

/** At the end of the list, blocks that are not loaded have nothing left to read. */
function firstLoaded<R>(blocks: readonly Block<R>[]): number {
  const index = blocks.findIndex(({ rows }) => rows !== undefined)
  return index < 0 ? blocks.length : index
}

function collectIds<R extends Identified>(blocks: readonly Block<R>[]): ReadonlySet<string> {
  return new Set(blocks.flatMap(({ rows = [] }) => rows.map(({ id }) => id)))
}

/** Drops the rows of the blocks that are farthest from the screen. */
function dropDistant<R extends Identified>(pages: Pages<R>, viewport: Viewport): Pages<R> {
  let loaded = pages.blocks.reduce((sum, { rows = [] }) => sum + rows.length, 0)
  if (loaded <= mostRows) return pages
  const blocks = [...pages.blocks]
  for (const { index, distance } of sortByDistance(blocks, viewport)) {
    const block = blocks[index]!
    const margin = screensAhead * (viewport.last - viewport.first + 1)
    if (loaded <= mostRows || distance <= margin) break
    loaded -= block.rows?.length ?? 0
    blocks[index] = { ...block, rows: undefined }
  }
  return { blocks }
}

function sortByDistance<R>(blocks: readonly Block<R>[], { first, last }: Viewport) {
  let start = 0
  const distances = blocks.map(({ length }, index) => {
    const distance = Math.max(start - last, first - (start + length), 0)
    start += length
    return { index, distance }
  })
  return distances.sort((a, b) => b.distance - a.distance)
}

/**
 * Returns how many rows are known so far, loaded or not.
 *
 * @example
 * countRows(pages) // 300
 */
export function countRows<R extends Identified>({ blocks }: Pages<R>): number {
  return blocks.reduce((sum, { length }) => sum + length, 0)
}

/**
 * Returns whether the list has been read to its end.
 *
 * @example
 * const label = isEnd(pages) ? `${countRows(pages)} records` : 'more below'
 */
export function isEnd<R extends Identified>({ blocks }: Pages<R>): boolean {
  const last = blocks.at(-1)
  // A block that has not been read yet has no length; one that was dropped keeps it.
  return last !== undefined && (last.rows !== undefined || last.length > 0)
}

/**
 * Returns the row at a position; undefined when it is not loaded.
 *
 * @example
 * const row = getRow(pages, 12)
 */
export function getRow<R extends Identified>(
  { blocks }: Pages<R>,
  position: number,
): R | undefined {
  let start = 0
  for (const { rows, length } of blocks) {
    if (position < start + length) return rows?.[position - start]
    start += length
  }
  return undefined
}

/**
 * Returns the position of a row; -1 when it is not loaded.
 *
 * @example
 * findPosition(pages, '12') // 3
 */
export function findPosition<R extends Identified>({ blocks }: Pages<R>, id: string): number {
  let start = 0
  for (const { rows, length } of blocks) {
    const index = rows?.findIndex(row => row.id === id) ?? -1
    if (index >= 0) return start + index
    start += length
  }
  return -1
}

/**
 * Replaces or removes rows, after an edit or a deletion.
 *
 * @example
 * mapRows(pages, row => (row.id === changed.id ? changed : row))
 */
export function mapRows<R extends Identified>(
  pages: Pages<R>,
  change: (row: R) => R | undefined,
): Pages<R> {
  const blocks = pages.blocks.map(block => {
    if (!block.rows) return block
    const rows = block.rows.flatMap(row => change(row) ?? [])
    return { ...block, rows, length: rows.length }
  })
  return { blocks }
}

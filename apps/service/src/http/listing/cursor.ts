import { crc32 } from 'node:zlib'
import { InvalidRequestError } from '../../errors.js'
import type { Instant } from '../../store/instant.js'
import { parseBound } from './instant-parameter.js'

export type Order = 'asc' | 'desc'

/** The list a cursor belongs to: its name, and the environment or project. */
export interface CursorOwner {
  readonly list: string
  readonly ownerId: number
}

/** Where a list continues: everything up to and including `position` has been read. */
export interface Cursor {
  readonly order: Order
  readonly position: Instant
}

const VERSION = '1'
/** Before every instant. */
export const BEGINNING: Instant = '-infinity'

/** Encodes a cursor as the opaque text that clients send back. */
export function writeCursor(owner: CursorOwner, { order, position }: Cursor): string {
  const body = `${VERSION} ${owner.list} ${owner.ownerId} ${order} ${position}`
  return Buffer.from(`${body} ${crc32(body).toString(36)}`).toString('base64url')
}

/** Decodes a cursor; throws when it was altered or belongs to another list. */
export function readCursor(owner: CursorOwner, text: string, order: Order | undefined): Cursor {
  const [version, list, ownerId, its, position = '', sum] = Buffer.from(text, 'base64url')
    .toString()
    .split(' ')
  const cursor: Cursor = { order: its === 'asc' ? 'asc' : 'desc', position }
  const isOurs = version === VERSION && sum !== undefined && isPosition(position)
  if (!isOurs || writeCursor({ list: `${list}`, ownerId: Number(ownerId) }, cursor) !== text) {
    throw wrong("'cursor' must be a nextCursor of this list, unchanged.")
  }
  if (list !== owner.list || ownerId !== String(owner.ownerId)) {
    throw wrong("'cursor' must be a nextCursor of this list; this one is of another.")
  }
  if (order !== undefined && order !== cursor.order) {
    throw wrong(
      `'cursor' was made with order=${cursor.order}; it cannot continue in another order.`,
    )
  }
  return cursor
}

const isPosition = (text: string) => text === BEGINNING || parseBound(text, 'eq') === text

const wrong = (message: string) => new InvalidRequestError(message, 'invalid_parameter')

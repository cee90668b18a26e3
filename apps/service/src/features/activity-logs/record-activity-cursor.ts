import { crc32 } from 'node:zlib'
import { InvalidRequestError } from '../../errors.js'
import { parseBound } from '../../http/listing/instant-parameter.js'
import type { Instant } from '../../store/instant.js'

/** The last entry that was read. Entries can happen at the same instant, but none are written at the same one. */
export interface RecordActivityPosition {
  readonly occurredAt: Instant
  readonly createdAt: Instant
}

const NAME = '1 record-activity'

/** Encodes a position as the opaque text that clients send back. */
export function writePosition(
  environmentId: number,
  { occurredAt, createdAt }: RecordActivityPosition,
): string {
  const body = `${NAME} ${environmentId} ${occurredAt} ${createdAt}`
  return Buffer.from(`${body} ${crc32(body).toString(36)}`).toString('base64url')
}

/** Decodes a position; throws when it was altered or belongs to another list. */
export function readPosition(environmentId: number, text: string): RecordActivityPosition {
  const parts = Buffer.from(text, 'base64url').toString().split(' ')
  const [occurredAt = '', createdAt = ''] = parts.slice(3)
  const position = { occurredAt, createdAt }
  const isOurs = [occurredAt, createdAt].every(given => parseBound(given, 'eq') === given)
  if (isOurs && writePosition(environmentId, position) === text) return position
  throw new InvalidRequestError(
    "'cursor' must be a nextCursor of this list, unchanged.",
    'invalid_parameter',
  )
}

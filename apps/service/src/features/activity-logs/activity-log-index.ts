import { NotFoundError } from '../../errors.js'
import type { Instant } from '../../store/instant.js'

/** Identifies an entry: the rendering it was written for and its time of writing. */
export interface ActivityLogIndex {
  readonly renderingId: number
  readonly createdAt: Instant
}

/** Encodes the index as opaque text that is safe in a URL path. */
export const writeIndex = ({ renderingId, createdAt }: ActivityLogIndex): string =>
  `${renderingId}-${createdAt.replace(/\D/g, '')}`

const INDEX = /^([1-9]\d{0,14})-([12]\d{3})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{6})$/

/** Decodes the text; altered text is reported as not found. */
export function readIndex(text: string): ActivityLogIndex {
  const [, renderingId, year, month, day, hour, minute, second, fraction] = INDEX.exec(text) ?? []
  const createdAt = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}Z`
  if (renderingId === undefined || !isInstant(createdAt)) throw noSuchEntry()
  return { renderingId: Number(renderingId), createdAt }
}

/** `Date` reads 30 February as 2 March, while PostgreSQL rejects it. */
function isInstant(text: string): boolean {
  const time = Date.parse(text)
  return !Number.isNaN(time) && text.startsWith(new Date(time).toISOString().slice(0, 19))
}

export const noSuchEntry = () => new NotFoundError('You have no such entry from the last 24 hours.')

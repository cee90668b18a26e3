import { NotFoundError } from '../../errors.js'
import type { Instant } from '../../store/instant.js'

/** Where an entry is found again: the rendering it was told of in, and when it was written. */
export interface ActivityLogIndex {
  readonly renderingId: number
  readonly createdAt: Instant
}

/** The opaque text that a program sends back: letters that every path may hold. */
export const writeIndex = ({ renderingId, createdAt }: ActivityLogIndex): string =>
  `${renderingId}-${createdAt.replace(/\D/g, '')}`

const INDEX = /^([1-9]\d{0,14})-([12]\d{3})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{6})$/

/** Reads the text back; one that was altered leads nowhere. */
export function readIndex(text: string): ActivityLogIndex {
  const [, renderingId, year, month, day, hour, minute, second, fraction] = INDEX.exec(text) ?? []
  const createdAt = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}Z`
  if (renderingId === undefined || !isInstant(createdAt)) throw noSuchEntry()
  return { renderingId: Number(renderingId), createdAt }
}

/** The parser of dates takes the 30th of February for the 2nd of March; the store does not. */
function isInstant(text: string): boolean {
  const time = Date.parse(text)
  return !Number.isNaN(time) && text.startsWith(new Date(time).toISOString().slice(0, 19))
}

export const noSuchEntry = () =>
  new NotFoundError('There is no such entry of yours that began within the last day.')

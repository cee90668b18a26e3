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

const INDEX = /^([1-9]\d{0,14})-(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{6})$/

/** Reads the text back; one that was altered leads nowhere. */
export function readIndex(text: string): ActivityLogIndex {
  const [, renderingId, year, month, day, hour, minute, second, fraction] = INDEX.exec(text) ?? []
  const createdAt = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}Z`
  if (renderingId === undefined || Number.isNaN(Date.parse(createdAt))) throw noSuchEntry()
  return { renderingId: Number(renderingId), createdAt }
}

export const noSuchEntry = () =>
  new NotFoundError('There is no such entry of yours that began within the last day.')

import { isObject } from '@service/base'

/** A part of a document that has another shape than this agent knows; the message says which. */
class ShapeError extends Error {
  override readonly name = 'ShapeError'
}

export type Json = Readonly<Record<string, unknown>>

export function objectAt(value: unknown, at: string): Json {
  if (isObject(value)) return value
  throw new ShapeError(`${at} is not an object`)
}

export function listAt(value: unknown, at: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new ShapeError(`${at} is not a list`)
}

export function textAt(value: unknown, at: string): string {
  if (typeof value === 'string') return value
  throw new ShapeError(`${at} is not a text`)
}

export function idAt(value: unknown, at: string): number {
  if (Number.isSafeInteger(value)) return value as number
  throw new ShapeError(`${at} is not a whole number`)
}

/** Tells of a part that was left out, and why. */
export type Warn = (message: string) => void

/** Keeps the parts that can be read. What cannot is left out, and so refused, with a warning that names it. */
export function readEach<K, V>(
  parts: Iterable<readonly [K, unknown]>,
  nameOf: (key: K) => string,
  read: (value: unknown, key: K) => V,
  warn: Warn,
): Map<K, V> {
  const good = new Map<K, V>()
  for (const [key, value] of parts) {
    try {
      good.set(key, read(value, key))
    } catch (error) {
      warn(`${nameOf(key)} is refused: ${(error as Error).message}.`)
    }
  }
  return good
}

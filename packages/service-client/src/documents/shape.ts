import { isObject } from '@service/base'

/** Thrown for a part of a document that has an unexpected shape; the message names the part. */
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

/** Receives a message about a part that was left out. */
export type Warn = (message: string) => void

/** Parses each entry, and leaves invalid ones out with a warning that names them. */
export function readEach<K, V>(
  parts: Iterable<readonly [K, unknown]>,
  formatName: (key: K) => string,
  read: (value: unknown, key: K) => V,
  warn: Warn,
): Map<K, V> {
  const good = new Map<K, V>()
  for (const [key, value] of parts) {
    try {
      good.set(key, read(value, key))
    } catch (error) {
      warn(`${formatName(key)} is refused: ${(error as Error).message}.`)
    }
  }
  return good
}

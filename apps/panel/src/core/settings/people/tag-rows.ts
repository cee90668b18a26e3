import type { Tags } from './member.js'

/** A tag while it is edited. `id` tells rows apart. */
export interface TagRow {
  readonly id: number
  readonly key: string
  readonly value: string
}

export type TagProblem = 'key' | 'value' | 'twice'

export const tagLimit = 50
const keyPattern = /^[A-Za-z0-9_.-]{1,100}$/
const valuePattern = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{1,1000}$/u

/** The tags of a person as rows of a form. */
export const listTagRows = (tags: Tags): readonly TagRow[] =>
  Object.entries(tags).map(([key, value], id) => ({ id, key, value }))

/**
 * Returns what is wrong with rows, by their id. Rows that are empty altogether count as removed.
 *
 * @example
 * findTagProblems([{ id: 0, key: 'a key', value: 'FR' }]) // Map { 0 => 'key' }
 */
export function findTagProblems(rows: readonly TagRow[]): ReadonlyMap<number, TagProblem> {
  const filled = rows.filter(isFilled)
  const problems = new Map<number, TagProblem>()
  for (const { id, key, value } of filled) {
    const isTwice = filled.some(other => other.id < id && other.key === key)
    if (!keyPattern.test(key)) problems.set(id, 'key')
    else if (isTwice) problems.set(id, 'twice')
    else if (!valuePattern.test(value)) problems.set(id, 'value')
  }
  return problems
}

/** The tags that rows stand for. */
export const toTags = (rows: readonly TagRow[]): Tags =>
  Object.fromEntries(rows.filter(isFilled).map(({ key, value }) => [key, value]))

const isFilled = ({ key, value }: TagRow) => key !== '' || value !== ''

import { isObject } from '@service/base'
import type { Layout } from '@service/protocol'
import { checkLayout } from './check-layout.js'
import { tidyLayout } from './tidy-layout.js'

/**
 * Writes a layout as the JSON file that people keep under version control: collections and fields in
 * alphabetical order, so that equal layouts are equal files.
 *
 * @example
 * formatLayoutFile(layout) // '{\n  "version": 1, …'
 */
export function formatLayoutFile(layout: Layout): string {
  const { version, navigation, collections } = tidyLayout(layout)
  const sorted = sortNames(collections, ({ fields, ...rest }) => ({
    ...sortMembers(rest),
    ...(fields && { fields: sortNames(fields, sortMembers) }),
  }))
  return `${JSON.stringify({ version, navigation, collections: sorted }, null, 2)}\n`
}

/** The layout of a file, or what is wrong with it. */
export type ReadLayout =
  | { readonly layout: Layout }
  | { readonly problem: 'noJson' | 'noLayout'; readonly details?: string }

/**
 * Reads a file that `formatLayoutFile` wrote, or somebody by hand.
 *
 * @example
 * const read = parseLayoutFile(await file.text())
 * if ('layout' in read) showDiff(read.layout)
 */
export function parseLayoutFile(text: string): ReadLayout {
  let content: unknown
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    return { problem: 'noJson', details: String((error as Error).message) }
  }
  const problem = checkLayout(content)
  if (problem !== undefined) return { problem: 'noLayout', details: problem }
  return { layout: tidyLayout(content as Layout) }
}

function sortNames<T>(
  members: Readonly<Record<string, T>>,
  write: (value: T) => unknown,
): Record<string, unknown> {
  const names = Object.keys(members).sort()
  return Object.fromEntries(names.map(name => [name, write(members[name] as T)]))
}

/** Members of objects in alphabetical order, at every level. */
function sortMembers(value: unknown): Record<string, unknown> {
  return sortDeep(value) as Record<string, unknown>
}

function sortDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortDeep)
  return isObject(value) ? sortNames(value, sortDeep) : value
}

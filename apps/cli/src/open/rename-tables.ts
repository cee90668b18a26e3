import type { OpenSource } from './open-sources.js'

/**
 * New names of tables that several databases have: the name of the database comes in front, in each of
 * them. One map of old to new names for each database; names that occur once stay.
 */
export function renameTables(
  sources: readonly Pick<OpenSource, 'name' | 'tables'>[],
): readonly Readonly<Record<string, string>>[] {
  const counts = new Map<string, number>()
  for (const table of sources.flatMap(({ tables }) => tables)) {
    counts.set(table, (counts.get(table) ?? 0) + 1)
  }
  const taken = new Set(counts.keys())
  const findFree = (wanted: string): string => {
    let name = wanted
    for (let number = 2; taken.has(name); number++) name = `${wanted}_${number}`
    taken.add(name)
    return name
  }
  return sources.map(({ name, tables }) =>
    Object.fromEntries(
      tables
        .filter(table => (counts.get(table) ?? 0) > 1)
        .map(table => [table, findFree(`${name}_${table}`)]),
    ),
  )
}

import { escapeFormula } from '@service/base'

/** The columns of a CSV file by name, in order: how each is read from an item. Null is an empty cell. */
type CsvColumns<Item> = Readonly<Record<string, (item: Item) => string | null | undefined>>

/** Formats items as lines of CSV. Every text is escaped, because people and other programs write them. */
export interface CsvFormat<Item> {
  /** The first line of the file: the names of the columns. */
  readonly header: string
  readonly formatItems: (items: readonly Item[]) => string
}

/**
 * Defines a CSV file by its columns.
 *
 * @example
 * defineCsv<Team>({ id: team => String(team.id), name: team => team.name }).formatItems(teams)
 */
export function defineCsv<Item>(columns: CsvColumns<Item>): CsvFormat<Item> {
  const readers = Object.values(columns)
  return {
    header: formatLine(Object.keys(columns)),
    formatItems: items => items.map(item => formatLine(readers.map(read => read(item)))).join(''),
  }
}

const formatLine = (texts: readonly (string | null | undefined)[]): string =>
  `${texts.map(text => escapeFormula(text ?? '')).join(',')}\n`

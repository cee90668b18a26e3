import type { Row } from '@service/datasource-toolkit'
import { columnNamed, storedName } from '../collection.js'
import type { Decode, Dialect } from '../dialect.js'
import { type Sql, sql } from '../sql.js'
import type { JoinTree } from './join-tree.js'
import { cellDecoder, compileReadable, textCellDecoder } from './json-path.js'
import { quoteColumn } from './slots.js'

/** Maps the cells of a row to the properties of a record. */
export interface RowShape {
  readonly names: readonly string[]
  readonly indexes: readonly number[]
  readonly decoders: readonly (Decode | undefined)[]
  /** The decoders used when cells are returned instead of records. */
  readonly textDecoders: readonly (Decode | undefined)[]
  readonly joins: readonly RowJoin[]
}

interface RowJoin {
  readonly as: string
  /** The index of a key cell that is null exactly when no row was joined. */
  readonly key: number
  readonly shape: RowShape
}

export function selectList(
  dialect: Dialect,
  tree: JoinTree,
): { readonly columns: readonly Sql[]; readonly shape: RowShape } {
  const columns: Sql[] = []
  const grow = (node: JoinTree): RowShape => {
    const indexByName = new Map<string, number>()
    const addColumn = (name: string): number => {
      const known = indexByName.get(name)
      if (known !== undefined) return known
      const index = columns.push(compileRead(dialect, node, name)) - 1
      indexByName.set(name, index)
      return index
    }
    const names = node.select.columns
    const infos = names.map(name => columnNamed(node.collection, name))
    return {
      names,
      indexes: names.map(addColumn),
      decoders: infos.map(info => cellDecoder(dialect, info)),
      textDecoders: infos.map(info => textCellDecoder(dialect, info)),
      joins: node.joins
        .filter(({ join }) => isRead(join.node))
        .map(({ join, tree: joined }) => {
          const keyName = join.on[0]?.to as string
          const shape = grow(joined)
          const selected = join.node.columns.indexOf(keyName)
          const key =
            selected >= 0
              ? (shape.indexes[selected] as number)
              : columns.push(quoteColumn(joined.alias, storedName(joined.collection, keyName))) - 1
          return { as: join.as, key, shape }
        }),
    }
  }
  const shape = grow(tree)
  return { columns, shape }
}

function compileRead(dialect: Dialect, { alias, collection }: JoinTree, name: string): Sql {
  const column = columnNamed(collection, name)
  const readable = compileReadable(dialect, alias, column)
  const isShownAsStored = column.storedAs === undefined || column.jsonPath !== undefined
  // The MySQL driver rejects rows with a column called `__proto__`.
  return isShownAsStored ? readable : sql`${readable} as ${sql.id(name)}`
}

const isRead = (node: JoinTree['select']): boolean =>
  node.columns.length > 0 || node.joins.some(join => isRead(join.node))

/** Decodes the cells of a row to a record with nested joined records. */
export function decodeRow(shape: RowShape, cells: readonly unknown[]): Row {
  const row: Row = {}
  const { names, indexes, decoders, joins } = shape
  for (let i = 0; i < names.length; i++) {
    const cell = cells[indexes[i] as number]
    const decode = decoders[i]
    row[names[i] as string] =
      cell === null || cell === undefined ? null : decode ? decode(cell) : cell
  }
  for (let i = 0; i < joins.length; i++) {
    const join = joins[i] as RowJoin
    row[join.as] = cells[join.key] === null ? null : decodeRow(join.shape, cells)
  }
  return row
}

/**
 * Creates a function that decodes a driver's cells to the returned cells, in place when the order
 * is the same.
 */
export function cellsDecoder(shape: RowShape, width: number): (cells: unknown[]) => unknown[] {
  const { indexes, decoders } = flattenCells(shape)
  const isInOrder =
    indexes.length === width && indexes.every((index, position) => index === position)
  const changed = decoders.flatMap((decode, position) => (decode ? [{ decode, position }] : []))
  const decodeCells = (cells: unknown[]): unknown[] => {
    for (let i = 0; i < changed.length; i++) {
      const { decode, position } = changed[i] as (typeof changed)[number]
      const cell = cells[position]
      if (cell !== null && cell !== undefined) cells[position] = decode(cell)
    }
    return cells
  }
  return isInOrder ? decodeCells : cells => decodeCells(indexes.map(index => cells[index]))
}

function flattenCells({ indexes, textDecoders, joins }: RowShape): {
  readonly indexes: readonly number[]
  readonly decoders: readonly (Decode | undefined)[]
} {
  const joined = joins.map(({ shape }) => flattenCells(shape))
  return {
    indexes: [...indexes, ...joined.flatMap(each => each.indexes)],
    decoders: [...textDecoders, ...joined.flatMap(each => each.decoders)],
  }
}

/** How a database quotes names and numbers parameters. */
export interface SqlSyntax {
  /** The quote around a name; doubled inside it. */
  readonly quote: '"' | '`'
  /** The placeholder of the nth parameter, from 1. */
  placeholder(position: number): string
}

export interface PrintedSql {
  readonly text: string
  readonly parameters: readonly unknown[]
}

type Part = string | Piece | Name | Parameter

// Classes, so that no external value can pass for a piece of SQL.
class Piece {
  readonly parts: readonly Part[]

  constructor(parts: readonly Part[]) {
    this.parts = parts
  }
}

class Name {
  readonly names: readonly string[]

  constructor(names: readonly string[]) {
    this.names = names
  }
}

class Parameter {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }
}

/**
 * A piece of SQL: text, names and parameters. `Row` is the type of the rows it returns as a query.
 */
export interface Sql<Row = unknown> extends Piece {
  readonly row?: Row
}

/** Builds SQL from a template: pieces are inserted, every other value becomes a parameter. */
function template<Row = unknown>(
  texts: TemplateStringsArray,
  ...values: readonly unknown[]
): Sql<Row> {
  return new Piece(
    texts.flatMap((text, index) => (index === 0 ? [text] : [toPart(values[index - 1]), text])),
  )
}

const toPart = (value: unknown): Part => (value instanceof Piece ? value : new Parameter(value))

/**
 * Builds SQL from a template, independent of the database.
 *
 * @example
 * const query = sql`select ${sql.id('name')} from ${sql.id('orders')} where id = ${12}`
 */
export const sql = Object.assign(template, {
  /** A quoted name; several names are joined by dots. */
  id: (...names: readonly string[]): Sql => new Piece([new Name(names)]),
  join: (values: readonly unknown[], separator: Sql = comma): Sql =>
    new Piece(
      values.flatMap((value, index) =>
        index === 0 ? [toPart(value)] : [separator, toPart(value)],
      ),
    ),
  /** A number of rows, written as a constant. */
  count(value: number): Sql {
    if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${value} is not a count.`)
    return new Piece([String(value)])
  },
  /** Literal SQL text; never use it with external input. */
  raw: (text: string): Sql => new Piece([text]),
})

const comma = new Piece([', '])

/** Prints a piece in a database's syntax, with its parameters in order. */
export function printSql(syntax: SqlSyntax, piece: Sql): PrintedSql {
  const parameters: unknown[] = []
  const print = (part: Part): string => {
    if (typeof part === 'string') return part
    if (part instanceof Piece) return part.parts.map(print).join('')
    if (part instanceof Name) return part.names.map(name => quoted(syntax, name)).join('.')
    return syntax.placeholder(parameters.push(part.value))
  }
  return { text: print(piece), parameters }
}

const quoted = ({ quote }: SqlSyntax, name: string): string =>
  quote + name.replaceAll(quote, quote + quote) + quote

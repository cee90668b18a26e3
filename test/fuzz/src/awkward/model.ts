/** A column type and values it can hold, all in the SQL of one database. */
export interface Kind {
  readonly type: string
  /** SQL expressions. */
  readonly values: readonly string[]
  /** The exact text of a stored value; the flavour's own way when absent. */
  readonly text?: (reference: string) => string
  /** Values that read alike are equal for the database, so they may be shown alike. Default: `text`. */
  readonly identity?: (reference: string) => string
  /** A type that is documented as left out of collections. */
  readonly isLeftOut?: true
}

export interface KeyColumn {
  readonly type: string
  readonly value: (index: number) => string
}

/** How the rows of a table are told apart, or not. */
export interface KeyPlan {
  readonly label: string
  readonly columns: readonly KeyColumn[]
  /** Names the key columns must have; drawn from the awkward ones when absent. */
  readonly names?: readonly string[]
  /** A constraint of the table on the quoted key columns. */
  readonly constraint?: (columns: string) => string
  readonly allowNull?: true
  /** The database guarantees that no two rows share the key. */
  readonly isProven: boolean
  /** It does so for rows whose key is not null. */
  readonly isProvenWhereNotNull?: true
  readonly form?: 'table' | 'view' | 'materialised view' | 'parent' | 'child' | 'partitioned'
  /** The table may be absent from the collections. */
  readonly mayBeLeftOut?: true
  readonly suffix?: string
}

/** One database: its types, keys and names, and how its SQL is written. */
export interface Flavour {
  readonly setup: readonly string[]
  readonly kinds: readonly Kind[]
  readonly keys: readonly KeyPlan[]
  readonly columnNames: readonly string[]
  readonly tableNames: readonly string[]
  readonly quote: (name: string) => string
  /** SQL that prints a value exactly. */
  readonly text: (reference: string) => string
  readonly integer: string
  /** Part of a unique index that leaves some rows out, where the database has such indexes. */
  readonly partialIndex?: (index: string, table: string, columns: string, mark: string) => string
}

export interface AwkwardColumn {
  /** What the database calls it. */
  readonly name: string
  /** What it is shown as. */
  readonly field: string
  readonly kind: Kind
}

export interface AwkwardTable {
  readonly name: string
  readonly columns: readonly AwkwardColumn[]
  readonly plan: KeyPlan
  readonly size: number
  /** A cell for each column, as the database writes it. */
  readonly rows: readonly (readonly string[])[]
  /** Creates it, with what it stands on. */
  readonly ddl: readonly string[]
  /** Fills it. */
  readonly inserts: readonly string[]
}

/** Numbers the rows of a table. Nothing declares it unique: it is for the test alone. */
export const MARK = 'mark'

/** The field of a column: colons and `__proto__` are documented as replaced. */
export const toFieldName = (name: string): string =>
  name === '__proto__' ? '__proto' : name.replaceAll(':', '_')

export const isView = ({ plan }: AwkwardTable): boolean =>
  plan.form === 'view' || plan.form === 'materialised view'

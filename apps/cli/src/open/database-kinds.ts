/** A kind of database, and everything about it that differs. */
export interface DatabaseKind {
  readonly label: string
  /** What an address begins with. */
  readonly schemes: readonly string[]
  /** An address to imitate, for messages. */
  readonly example: string
  /** The variable that programs of this database read the password from. */
  readonly passwordVariable?: string
  /** Whether `--schema` selects tables. */
  readonly hasSchemas?: true
  /** Whether people may send SQL for charts, in read-only transactions. */
  readonly hasLiveQueries?: true
}

export const databaseKinds = {
  postgres: {
    label: 'PostgreSQL',
    schemes: ['postgres', 'postgresql'],
    example: 'postgres://user@host/database',
    passwordVariable: 'PGPASSWORD',
    hasSchemas: true,
    hasLiveQueries: true,
  },
  mysql: {
    label: 'MySQL',
    schemes: ['mysql'],
    example: 'mysql://user@host/database',
    passwordVariable: 'MYSQL_PWD',
    hasLiveQueries: true,
  },
  mariadb: {
    label: 'MariaDB',
    schemes: ['mariadb'],
    example: 'mariadb://user@host/database',
    passwordVariable: 'MYSQL_PWD',
    hasLiveQueries: true,
  },
  sqlite: {
    label: 'SQLite',
    schemes: ['sqlite', 'file'],
    example: 'sqlite:path/to/file.db, or the path alone',
    hasLiveQueries: true,
  },
  mssql: {
    label: 'SQL Server',
    schemes: ['mssql', 'sqlserver'],
    example: 'mssql://user@host/database',
    passwordVariable: 'SQLCMDPASSWORD',
    hasSchemas: true,
  },
  mongodb: {
    label: 'MongoDB',
    schemes: ['mongodb', 'mongodb+srv'],
    example: 'mongodb://user@host/database',
    passwordVariable: 'MONGODB_PASSWORD',
  },
} as const satisfies Readonly<Record<string, DatabaseKind>>

export type KindName = keyof typeof databaseKinds

/** Finds the kind of an address by its scheme. */
export function findKind(scheme: string): KindName | undefined {
  const names = Object.keys(databaseKinds) as KindName[]
  return names.find(name => getKind(name).schemes.includes(scheme.toLowerCase()))
}

export const getKind = (name: KindName): DatabaseKind => databaseKinds[name]

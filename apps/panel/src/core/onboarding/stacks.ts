/** What an agent can run in. */
export const hosts = [
  'standalone',
  'express',
  'fastify',
  'koa',
  'nestjs',
  'nextjs',
  'hono',
] as const
export type Host = (typeof hosts)[number]

/** What an agent can read. */
export const databases = ['postgresql', 'mysql', 'sqlite', 'mssql', 'mongodb'] as const
export type Database = (typeof databases)[number]

/** Names that are the same in every language. */
export const hostNames: Readonly<Record<Exclude<Host, 'standalone'>, string>> = {
  express: 'Express',
  fastify: 'Fastify',
  koa: 'Koa',
  nestjs: 'NestJS',
  nextjs: 'Next.js',
  hono: 'Hono',
}

interface DatabaseKind {
  readonly name: string
  /** Our package and the driver, as npm installs them. */
  readonly packages: readonly string[]
  /** The function of our package that connects to it. */
  readonly source: { readonly create: string; readonly from: string }
  /** An address to replace. */
  readonly exampleUrl: string
  /** How an address begins. */
  readonly protocols: readonly string[]
}

const sql = { create: 'createSqlDataSource', from: '@service/datasource-sql' }

export const databaseKinds: Readonly<Record<Database, DatabaseKind>> = {
  postgresql: {
    name: 'PostgreSQL',
    packages: ['@service/datasource-sql', 'pg'],
    source: sql,
    exampleUrl: 'postgres://user:password@localhost:5432/database',
    protocols: ['postgres:', 'postgresql:'],
  },
  mysql: {
    name: 'MySQL, MariaDB',
    packages: ['@service/datasource-sql', 'mysql2'],
    source: sql,
    exampleUrl: 'mysql://user:password@localhost:3306/database',
    protocols: ['mysql:', 'mariadb:'],
  },
  sqlite: {
    name: 'SQLite',
    packages: ['@service/datasource-sql', 'libsql@0.5'],
    source: sql,
    exampleUrl: 'sqlite:data.db',
    protocols: ['sqlite:'],
  },
  mssql: {
    name: 'SQL Server',
    packages: ['@service/datasource-sql', 'tedious'],
    source: sql,
    exampleUrl: 'mssql://user:password@localhost:1433/database',
    protocols: ['mssql:'],
  },
  mongodb: {
    name: 'MongoDB',
    packages: ['@service/datasource-mongo'],
    source: { create: 'createMongoDataSource', from: '@service/datasource-mongo' },
    exampleUrl: 'mongodb://user:password@localhost:27017/database',
    protocols: ['mongodb:', 'mongodb+srv:'],
  },
}

/** Where browsers reach an agent that was started as its snippet says. */
export function suggestAgentUrl(host: Host): string {
  return `http://localhost:${host === 'standalone' ? 3351 : 3000}/service`
}

import { createHash } from 'node:crypto'
import {
  DummyDriver,
  Kysely,
  type Migration,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'

/** The SQL that a migration sends, without its comments. It is not run. */
export async function listStatements({ up }: Migration): Promise<readonly string[]> {
  const sent: string[] = []
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: database => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void sent.push(query.sql),
  })
  await up(db)
  return sent.map(text => text.replace(/--.*$/gm, '').trim())
}

/** Identifies what a migration does: other words in comments and other line breaks do not change it. */
export async function hashMigration(migration: Migration): Promise<string> {
  const statements = await listStatements(migration)
  const words = statements.join('\n').replace(/\s+/g, ' ')
  return createHash('sha256').update(words).digest('hex')
}

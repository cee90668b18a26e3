import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { addForeignKeys, createIndexes, createTables, createTypes, setSequences } from './schema.js'
import { copyText, tableRecipes } from './tables.js'

/** Fills an empty database with ten related tables, about 3.5 million rows. */
export async function makeBench(client: Client, progress: (text: string) => void): Promise<void> {
  for (const statement of [...createTypes, ...createTables]) await client.query(statement)
  for (const recipe of tableRecipes) {
    progress(`${recipe.table}, ${recipe.rows.toLocaleString('en')} rows`)
    const copy = client.query(copyFrom(`copy ${recipe.table} from stdin`))
    await pipeline(Readable.from(copyText(recipe)), copy)
  }
  progress('indexes and foreign keys')
  for (const statement of [...setSequences, ...createIndexes, ...addForeignKeys]) {
    await client.query(statement)
  }
  progress('statistics')
  await client.query('vacuum (analyze, freeze)')
}

import type { Catalogue } from '../../database.js'
import type { CatalogueFacts } from '../../introspect/catalogue-facts.js'

export async function readMssqlCatalogue(
  _catalogue: Catalogue,
  _schemas: readonly string[] | undefined,
): Promise<CatalogueFacts> {
  return { tables: [], columns: [], keys: [], foreignKeys: [] }
}

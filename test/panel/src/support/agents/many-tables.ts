import type { AgentData } from './agent-data.js'
import { makeSqlite } from './sqlite-file.js'

const areas = ['billing', 'catalog', 'crm', 'hr', 'logistics', 'marketing', 'support', 'system']
const things = [
  ...['accounts', 'addresses', 'agreements', 'alerts', 'answers', 'assets', 'batches', 'budgets'],
  ...['campaigns', 'channels', 'comments', 'contacts', 'credits', 'devices', 'documents', 'events'],
  ...['forms', 'goals', 'groups', 'holidays', 'invoices', 'issues', 'jobs', 'leads', 'letters'],
  ...['locations', 'messages', 'offers', 'plans', 'questions', 'rates', 'reports', 'requests'],
  ...['rules', 'services', 'steps', 'subscriptions', 'tasks'],
]

/** Three hundred names, such as `crm_leads`. */
export const tableNames: readonly string[] = areas
  .flatMap(area => things.map(thing => `${area}_${thing}`))
  .slice(0, 300)

/** Three hundred tables of a few rows, each with a relation to the one before, and no layout. */
export async function makeManyTables(folder: string): Promise<AgentData> {
  return makeSqlite(folder, database => {
    for (const [index, name] of tableNames.entries()) {
      const previous = tableNames[index - 1] ?? name
      database.exec(`
        create table ${name} (
          id integer primary key,
          name varchar(80) not null,
          is_active boolean not null default true,
          parent_id integer references ${previous} (id),
          created_at datetime not null
        );
        insert into ${name} (id, name, parent_id, created_at) values
          (1, 'First of ${name}', null, '2026-01-05T08:00:00.000Z'),
          (2, 'Second of ${name}', 1, '2026-02-05T08:00:00.000Z');
      `)
    }
  })
}

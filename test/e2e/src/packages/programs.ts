const names = {
  '@service/agent': '{ createAgent, createInProcessService }',
  '@service/datasource-sql': '{ createSqlDataSource }',
  libsql: 'Database',
}

/** The first lines of the program, for ES modules or for CommonJS. */
export function imports(how: 'import' | 'require'): string {
  const lines = Object.entries(names).map(([name, imported]) =>
    how === 'import'
      ? `import ${imported} from '${name}'`
      : `const ${imported} = require('${name}')`,
  )
  return `${lines.join('\n')}\n`
}

/** Serves the rows of a database, and asks for them. */
export const program = `
async function main() {
  const database = new Database('books.db')
  database.exec(\`drop table if exists books;
    create table books (id integer primary key, title text not null);
    insert into books (title) values ('Persuasion'), ('Emma')\`)
  database.close()
  const service = createInProcessService({
    users: [{ id: 1, email: 'admin@example.com', roleId: 1, permissionLevel: 'admin' }],
    rights: true,
  })
  const agent = createAgent({
    authSecret: 'a secret for tests, of 32 characters',
    envSecret: '0'.repeat(64),
    loggerLevel: 'Error',
    service,
  })
  agent.addDataSource(createSqlDataSource('sqlite:books.db'))
  await agent.mountOnStandaloneServer(0, '127.0.0.1').start()
  const url = \`http://127.0.0.1:\${agent.standaloneServerPort}/service\`
  const headers = { authorization: \`Bearer \${await service.signIn(url, 1)}\` }
  const answer = await fetch(\`\${url}/books?timezone=UTC&sort=title\`, { headers })
  const { data } = await answer.json()
  console.log(JSON.stringify(data.map(book => book.attributes.title)))
  await agent.stop()
}
main()
`

/** What a project of TypeScript writes. */
export const consumer = `
import { type Agent, createAgent } from '@service/agent'
import { createSqlDataSource } from '@service/datasource-sql'
export const agent: Agent = createAgent({ authSecret: 'x', envSecret: 'y' })
agent.addDataSource(createSqlDataSource('sqlite:books.db'))
// @ts-expect-error A data source is asked for.
agent.addDataSource('sqlite:books.db')
`

/** How projects find packages, and the files that they write: CommonJS cannot import these packages before `nodenext`. */
export const consumers: Readonly<Record<string, Consumer>> = {
  nodenext: { settings: '--module nodenext', files: ['consumer.mts', 'consumer.cts'] },
  node16: { settings: '--module node16', files: ['consumer.mts'] },
  bundler: {
    settings: '--module esnext --moduleResolution bundler',
    files: ['consumer.ts'],
  },
}

interface Consumer {
  readonly settings: string
  readonly files: readonly string[]
}

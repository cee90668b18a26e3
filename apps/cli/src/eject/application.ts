import { getKind, type KindName } from '../open/database-kinds.js'

/** One database of an application. */
export interface ApplicationDatabase {
  readonly kind: KindName
  readonly name: string
  /** The variable that contains its address. */
  readonly variable: string
  readonly schemas?: readonly string[]
  /** New names of tables by their names in the database. */
  readonly rename: Readonly<Record<string, string>>
}

/** What an application is written from; it contains no secret. */
export interface Application {
  readonly name: string
  readonly version: string
  readonly databases: readonly ApplicationDatabase[]
  readonly write: boolean
  readonly adminEmail: string
  /** The customization file in `src`, and the file for its types. */
  readonly customization?: { readonly file: string; readonly typings: string }
}

/** The driver of each kind, with the version that the command line is tested with. */
const drivers: Readonly<Record<KindName, Readonly<Record<string, string>>>> = {
  postgres: { pg: '8.23.1' },
  mysql: { mysql2: '3.24.5' },
  mariadb: { mysql2: '3.24.5' },
  sqlite: { libsql: '0.5.29' },
  mssql: { tedious: '19.2.2' },
  mongodb: {},
}

const isMongo = ({ kind }: ApplicationDatabase) => kind === 'mongodb'

export function writePackage({ name, version, databases }: Application): string {
  const own = [
    '@service/agent',
    '@service/panel',
    '@service/service',
    ...(databases.some(each => !isMongo(each)) ? ['@service/datasource-sql'] : []),
    ...(databases.some(isMongo) ? ['@service/datasource-mongo'] : []),
  ]
  const dependencies = {
    ...Object.fromEntries(own.map(each => [each, version])),
    express: '5.2.1',
    ...Object.assign({}, ...databases.map(({ kind }) => drivers[kind])),
  }
  return formatJson({
    name,
    private: true,
    type: 'module',
    engines: { node: '>=20.19.0' },
    scripts: { build: 'tsc', start: 'tsc && node --env-file=.env dist/index.js' },
    dependencies: sortKeys(dependencies),
    devDependencies: {
      '@types/express': '5.0.6',
      '@types/node': '20.19.43',
      typescript: '5.9.3',
    },
  })
}

export const writeTsconfig = ({ customization }: Application): string =>
  formatJson({
    compilerOptions: {
      target: 'es2023',
      module: 'nodenext',
      strict: true,
      ...(customization && { noImplicitAny: false, allowJs: true }),
      skipLibCheck: true,
      types: ['node'],
      rootDir: 'src',
      outDir: 'dist',
    },
    include: ['src'],
  })

export function writeIndex(application: Application): string {
  const { name, databases, write, customization, adminEmail } = application
  const isSql = databases.some(each => !isMongo(each))
  const imports = [
    "import { join } from 'node:path'",
    "import { createAgent } from '@service/agent'",
    ...(databases.some(isMongo)
      ? ["import { createMongoDataSource } from '@service/datasource-mongo'"]
      : []),
    ...(isSql ? ["import { createSqlDataSource } from '@service/datasource-sql'"] : []),
    "import { startOwnProject } from '@service/service'",
    "import express from 'express'",
    ...(customization
      ? [`import customize from './${customization.file.replace(/ts$/, 'js')}'`]
      : []),
  ]
  return `${imports.join('\n')}

/** A variable of .env. */
function variable(name: string): string {
  const value = process.env[name]
  if (value) return value
  throw new Error(\`Set the variable \${name}: see .env.example.\`)
}

const servicePort = Number(process.env.SERVICE_PORT ?? 3310)
const agentPort = Number(process.env.AGENT_PORT ?? 3351)

// Accounts, roles, layouts, notes and logs, and the panel. In production this is a service of its own.
const service = await startOwnProject({
  dataDir: variable('DATA_DIR'),
  port: servicePort,
  secret: variable('SERVICE_SECRET'),
  projectName: ${quote(name)},
  adminEmail: ${quote(adminEmail)},
  adminPassword: variable('ADMIN_PASSWORD'),
  envSecret: variable('SERVICE_ENV_SECRET'),
  agentUrl: \`http://127.0.0.1:\${agentPort}/service\`,
  logLevel: 'error',
})

const agent = createAgent({
  authSecret: variable('SERVICE_AUTH_SECRET'),
  envSecret: variable('SERVICE_ENV_SECRET'),
  serverUrl: service.url,
  schemaPath: join(variable('DATA_DIR'), 'schema.json'),
  loggerLevel: 'Warn',
${customization ? `  typingsPath: ${quote(`src/${customization.typings}`)},\n` : ''}${
  write ? '' : "  readOnly: 'Remove readOnly in src/index.ts to allow changes.',\n"
}})
${databases.map(each => writeDataSource(each, write)).join('\n')}
${customization ? 'agent.use(async dataSource => {\n  await customize(dataSource as never)\n})\n' : ''}agent.mountAiMcpServer()

const app = express()
agent.mountOnExpress(app)
await agent.start()
const server = app.listen(agentPort, '127.0.0.1', async () => {
  console.log(\`Sign in, once within ten minutes: \${await service.createLink()}\`)
})

async function stop(): Promise<void> {
  server.close()
  await agent.stop()
  await service.stop()
  process.exit(0)
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
`
}

function writeDataSource(database: ApplicationDatabase, write: boolean): string {
  const { kind, name, variable, schemas, rename } = database
  const address = `variable('${variable}')`
  const renamed = Object.keys(rename).length > 0 ? `, { rename: ${formatObject(rename)} }` : ''
  if (kind === 'mongodb') return `agent.addDataSource(createMongoDataSource(${address})${renamed})`
  const { hasLiveQueries, hasSchemas } = getKind(kind)
  const options = {
    ...(!write && { readOnly: true }),
    ...(hasLiveQueries && { liveQueryConnections: name }),
    ...(hasSchemas && schemas && { schemas }),
  }
  const given = Object.keys(options).length > 0 ? `, ${formatObject(options)}` : ''
  return `agent.addDataSource(createSqlDataSource(${address}${given})${renamed})`
}

export function writeReadme({ name, databases, write }: Application): string {
  const variables = databases.map(({ variable }) => `\`${variable}\``).join(', ')
  return `# ${name}

The back office on your databases, as an Express application. Written by \`npx @service/cli eject\`.

\`\`\`sh
npm install
npm start
\`\`\`

It prints a link that signs you in.

- \`src/index.ts\` is the whole application. Mount the agent in an application of yours the same way.
- \`.env\` has the secrets and the addresses (${variables}). It is in \`.gitignore\`: do not commit it. \`.env.example\` names
  the variables.
- \`DATA_DIR\` has the accounts, layouts and logs that \`open\` made. Only one process can use it at a time.
- ${write ? 'Changes are allowed.' : 'Changes are refused: remove both `readOnly` in `src/index.ts` to allow them.'}
`
}

export const gitignore = 'node_modules/\ndist/\n.env\n'

/** Lines of a file that `node --env-file` reads. */
export function writeVariables(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${quoteValue(value)}\n`)
    .join('')
}

/** The file has no escapes: a value is quoted with a mark that it does not contain. */
function quoteValue(value: string): string {
  if (/^[\w./:@+-]*$/.test(value)) return value
  const mark = ["'", '"', '`'].find(each => !value.includes(each)) ?? "'"
  return `${mark}${value}${mark}`
}

const quote = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`

const formatJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

const sortKeys = (value: Readonly<Record<string, string>>): object =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))

/** An object as code. */
function formatObject(value: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(value).map(
    ([key, member]) => `${formatKey(key)}: ${format(member)}`,
  )
  return `{ ${members.join(', ')} }`
}

const formatKey = (key: string): string => (/^[a-z_$][\w$]*$/i.test(key) ? key : quote(key))

function format(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  return Array.isArray(value) ? `[${value.map(format).join(', ')}]` : String(value)
}

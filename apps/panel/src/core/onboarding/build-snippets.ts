import { readAgentAddress } from './agent-url.js'
import { type Database, databaseKinds, type Host } from './stacks.js'

/** What a person chose. */
export interface Choice {
  readonly host: Host
  readonly database: Database
  /** Where browsers reach the agent, with the prefix. */
  readonly agentUrl: string
}

interface SnippetFile {
  readonly path: string
  readonly text: string
}

/** Everything that turns an empty folder into an agent. */
export interface Snippets {
  readonly install: string
  readonly files: readonly SnippetFile[]
  readonly start: string
}

/**
 * Builds the commands and files of an agent. They work as they are written, in an empty folder; in an
 * application, the lines about the agent go where its server is made.
 *
 * @example
 * buildSnippets({ host: 'express', database: 'sqlite', agentUrl: 'http://localhost:3000/service' }).install
 * // 'npm install @service/agent @service/datasource-sql libsql@0.5 express'
 */
export function buildSnippets({ host, database, agentUrl }: Choice): Snippets {
  const { packages: more, build } = hostSnippets[host]
  const { packages, source } = databaseKinds[database]
  const { prefix = '/service', port } = readAgentAddress(agentUrl) ?? {}
  const imports = [
    importLine('{ createAgent }', '@service/agent'),
    importLine(`{ ${source.create} }`, source.from),
  ]
  const options = [
    'createAgent({',
    '  authSecret: process.env.SERVICE_AUTH_SECRET,',
    '  envSecret: process.env.SERVICE_ENV_SECRET,',
    '  serverUrl: process.env.SERVICE_SERVER_URL,',
    ...(prefix === '/service' ? [] : [`  prefix: '${prefix || '/'}',`]),
    `}).addDataSource(${source.create}(process.env.DATABASE_URL))`,
  ]
  const parts = { imports, options, prefix, port }
  return {
    install: `npm install ${['@service/agent', ...packages, ...more].join(' ')}`,
    start: 'node --env-file=.env agent.mjs',
    ...build(parts),
  }
}

interface Parts {
  readonly imports: readonly string[]
  /** The expression that makes the agent. */
  readonly options: readonly string[]
  readonly prefix: string
  readonly port: number | undefined
}

interface HostSnippet {
  readonly packages: readonly string[]
  build(parts: Parts): Pick<Snippets, 'files'> & Partial<Pick<Snippets, 'start'>>
}

const portExpression = 'process.env.PORT ?? 3000'

const hostSnippets: Readonly<Record<Host, HostSnippet>> = {
  standalone: {
    packages: [],
    build: ({ imports, options }) =>
      oneFile(
        ...imports,
        '',
        ...assign(options),
        '',
        // Its port is the variable PORT, else 3351.
        'await agent.mountOnStandaloneServer().start()',
      ),
  },
  express: {
    packages: ['express'],
    build: ({ imports, options }) =>
      oneFile(
        ...imports,
        importLine('express', 'express'),
        '',
        ...assign(options),
        '',
        'const app = express()',
        'agent.mountOnExpress(app)',
        '',
        'await agent.start()',
        `app.listen(${portExpression})`,
      ),
  },
  fastify: {
    packages: ['fastify'],
    build: ({ imports, options }) =>
      oneFile(
        ...imports,
        importLine('fastify', 'fastify'),
        '',
        ...assign(options),
        '',
        'const app = fastify()',
        'agent.mountOnFastify(app)',
        '',
        'await agent.start()',
        `await app.listen({ port: Number(${portExpression}) })`,
      ),
  },
  koa: {
    packages: ['koa'],
    build: ({ imports, options }) =>
      oneFile(
        ...imports,
        importLine('Koa', 'koa'),
        '',
        ...assign(options),
        '',
        'const app = new Koa()',
        'agent.mountOnKoa(app)',
        '',
        'await agent.start()',
        `app.listen(${portExpression})`,
      ),
  },
  nestjs: {
    packages: ['@nestjs/core', '@nestjs/common', '@nestjs/platform-express', 'reflect-metadata'],
    build: ({ imports, options }) =>
      oneFile(
        ...imports,
        importLine('{ Module }', '@nestjs/common'),
        importLine('{ NestFactory }', '@nestjs/core'),
        '',
        ...assign(options),
        '',
        '// In an application of yours, this is its AppModule.',
        'class AppModule {}',
        'Module({})(AppModule)',
        '',
        'const app = await NestFactory.create(AppModule)',
        'agent.mountOnNestJs(app)',
        '',
        'await agent.start()',
        `await app.listen(${portExpression})`,
      ),
  },
  nextjs: {
    packages: ['next', 'react', 'react-dom'],
    build: ({ imports, options, prefix, port }) => ({
      files: [
        toFile('agent.mjs', [
          ...imports,
          '',
          'async function startAgent() {',
          ...assign(options).map(line => `  ${line}`),
          '  await agent.start()',
          '  return agent',
          '}',
          '',
          '// Started by the first request, because `next build` loads this file too.',
          'let agent',
          '',
          'export async function answer(request) {',
          '  agent ??= startAgent()',
          '  const { fetch } = await agent',
          '  return fetch(request)',
          '}',
        ]),
        toFile(`app${prefix}/[[...path]]/route.js`, [
          importLine('{ answer }', `${'../'.repeat(prefix.split('/').length + 1)}agent.mjs`),
          '',
          'export {',
          ...['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'].map(
            method => `  answer as ${method},`,
          ),
          '}',
        ]),
        toFile('next.config.mjs', [
          "export default { serverExternalPackages: ['@service/agent'] }",
        ]),
      ],
      // Its server does not read the port from `.env`.
      start: port === undefined ? 'npx next dev' : `npx next dev -p ${port}`,
    }),
  },
  hono: {
    packages: ['hono', '@hono/node-server'],
    build: ({ imports, options, prefix }) =>
      oneFile(
        ...imports,
        importLine('{ serve }', '@hono/node-server'),
        importLine('{ Hono }', 'hono'),
        '',
        ...assign(options),
        '',
        'const app = new Hono()',
        ...(prefix === '' ? [] : [`app.all('${prefix}', context => agent.fetch(context.req.raw))`]),
        `app.all('${prefix}/*', context => agent.fetch(context.req.raw))`,
        '',
        'await agent.start()',
        `serve({ fetch: app.fetch, port: Number(${portExpression}) })`,
      ),
  },
}

/** Its text is put together, so that checks of imports do not take it for one of this file. */
const importLine = (names: string, module: string): string =>
  `import ${names} from ${quote(module)}`

const quote = (text: string): string => `'${text}'`

const assign = ([first = '', ...rest]: readonly string[]): readonly string[] => [
  `const agent = ${first}`,
  ...rest,
]

const oneFile = (...lines: readonly string[]): Pick<Snippets, 'files'> => ({
  files: [toFile('agent.mjs', lines)],
})

const toFile = (path: string, lines: readonly string[]): SnippetFile => ({
  path,
  text: `${lines.join('\n')}\n`,
})

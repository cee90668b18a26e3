// Typed customizations compile with every TypeScript that docs/customize/types.md names: a generated
// schema of 120 collections with a chain of 60 calls, against the declarations that customers get.
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chainProgram, schemaProgram } from '../test/bench/dist/types/chain-program.js'

/** The package that holds each compiler. */
const compilers = ['typescript59', 'typescript', 'typescript7']

/** The versions that customers are told, such as `5.9, 6 and 7`: the first is the floor. */
const page = join('docs', 'customize', 'types.md')
const [, promised = ''] =
  /^Typed customizations compile with TypeScript ([\d., and]+);/m.exec(
    readFileSync(page, 'utf8'),
  ) ?? []
const versions = compilers.map(
  name => JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8')).version,
)
const told = promised.match(/\d+(?:\.\d+)?/g) ?? []
if (
  told.length !== versions.length ||
  !told.every((text, at) => `${versions[at]}.`.startsWith(`${text}.`))
) {
  console.log(`${page} promises TypeScript '${promised}'; checked are ${versions.join(', ')}.`)
  process.exitCode = 1
}

// Inside a package, so that what the program imports is found.
const folder = join('test', 'bench', '.data', 'typescript')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'schema.ts'), schemaProgram())
writeFileSync(join(folder, 'chain.ts'), chainProgram())
writeFileSync(
  join(folder, 'refused.ts'),
  `import { createAgent } from '@service/agent'
import type { Shop } from './schema.js'

const agent = createAgent<Shop>({ authSecret: '', envSecret: '' })
// @ts-expect-error a path that does not exist
agent.customizeCollection('t1', t1 => t1.importField('wrong', { path: 'parent:nope' }))
// @ts-expect-error a collection that does not exist
agent.customizeCollection('t0', t0 => t0.disableCount())
`,
)
writeFileSync(
  join(folder, 'tsconfig.json'),
  JSON.stringify({
    compilerOptions: {
      noEmit: true,
      strict: true,
      skipLibCheck: true,
      module: 'nodenext',
      target: 'es2023',
      types: ['node'],
    },
    files: ['chain.ts', 'refused.ts'],
  }),
)

for (const [index, compiler] of compilers.entries()) {
  const version = versions[index]
  const args = [join('node_modules', compiler, 'bin', 'tsc'), '-p', folder]
  const started = performance.now()
  await promisify(execFile)(process.execPath, args).catch(error => {
    console.log(`TypeScript ${version} refuses typed customizations:\n${error.stdout}`)
    process.exitCode = 1
  })
  console.log(`TypeScript ${version}: ${Math.round(performance.now() - started)} ms`)
}

// A package imports only packages above it in this list, by their public entry; apps are imported by nobody.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

const order = [
  'base',
  'protocol',
  'http',
  'embedded-database',
  'datasource-toolkit',
  'datasource-memory',
  'datasource-sql',
  'datasource-mongo',
  'engine',
  'service-client',
  'tokens',
  'agent-client',
  'ai-proxy',
  'mcp-server',
  'agent',
  'audit-trail',
  'agent-testing',
  'plugin-flattener',
  'forest-cloud',
]

const IMPORT = /(?:from|import)\s*\(?\s*'(@service\/[^']+|\.[^']*)'/g
const TEST = /\.(test|test-d)\.ts$/

const problems = []
for (const [rank, name] of order.entries()) {
  for (const file of sources(join('packages', name, 'src'))) {
    for (const [, specifier] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const problem = specifier.startsWith('.')
        ? leavesPackage(name, file, specifier)
        : againstOrder(rank, file, specifier)
      if (problem) problems.push(`${relative('.', file)}: imports '${specifier}', ${problem}`)
    }
  }
}
for (const folder of readdirSync('packages')) {
  if (!order.includes(folder)) problems.push(`packages/${folder} has no place in the import order`)
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0

function againstOrder(rank, file, specifier) {
  const [, target, ...entry] = specifier.split('/')
  const isTest = TEST.test(file) || file.includes('/testing/')
  if (target === 'test-support') return isTest ? undefined : 'which is for tests only'
  if (entry.length > 0 && entry.join('/') !== 'testing') return 'which is not a public entry'
  if (isTest) return order.includes(target) ? undefined : 'which is not a package'
  if (order.indexOf(target) === -1) return 'which is not a package'
  return order.indexOf(target) < rank ? undefined : `which is not above '${order[rank]}'`
}

function leavesPackage(name, file, specifier) {
  const target = join(file, '..', specifier)
  return target.startsWith(join('packages', name, 'src')) ? undefined : 'outside its package'
}

function sources(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap(entry => {
    const path = join(folder, entry)
    return statSync(path).isDirectory() ? sources(path) : path.endsWith('.ts') ? [path] : []
  })
}

// `node scripts/check-packages.mjs [folder]`: what is published, as scripts/bundle-packages.mjs writes it: the fields of
// each package.json, and the files, which hold no tests and no path of the machine that made them.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { publishedPackages } from './published-packages.mjs'

const folder = process.argv[2] ?? join('build', 'packages')
const root = readJson('package.json')
const packages = publishedPackages()
const version = packages[0].manifest.version
const published = new Set(packages.map(({ manifest }) => manifest.name))

/** What each field must be: a reason when it is not. */
const fields = {
  name: name => name.startsWith('@service/') || 'must begin with @service/',
  version: value => value === version || `must be ${version}, as in all packages`,
  description: text => isText(text) || 'must say what the package is for',
  license: id => id === root.license || `must be ${root.license}`,
  repository: ({ url, directory } = {}, { source }) =>
    (url === root.repository.url && directory === source) ||
    `must be ${root.repository.url} with the directory ${source}`,
  type: value => value === 'module' || "must be 'module'",
  engines: ({ node } = {}) => node === root.engines.node || `must have node ${root.engines.node}`,
  sideEffects: value => typeof value === 'boolean' || 'must be false or true, for bundlers',
  files: (names = []) =>
    ['dist', 'README.md'].every(name => names.includes(name)) || 'must have dist and README.md',
  exports: (entries = {}) =>
    Object.values(entries).every(hasTypes) || "must name 'types' first and 'default' last",
  dependencies: (names = {}) =>
    Object.entries(names).every(isInstallable) ||
    `may have packages of ours that are published, at ${version}, and others at an exact version`,
}

/** What a package consists of. */
const FILE =
  /^(package\.json|README\.md|LICENSE|THIRD-PARTY-LICENSES|sbom\.cdx\.json|(templates|panel)\/.+|dist\/[^.]+\.(js|js\.map|d\.ts))$/
const NEEDED = ['LICENSE', 'README.md', 'package.json']
const TEXT = /\.(js|map|ts|json|md|css|html)$/
/** Sources of tests, as a source map names them. */
const TESTS = /(^|\/)(testing\/|test\/)|\.test\.ts$/

let problems = 0
for (const each of packages) {
  const path = join(folder, each.folder)
  const manifest = readJson(join(path, 'package.json'))
  for (const [field, check] of Object.entries(fields)) {
    const result = check(manifest[field], each)
    if (result !== true) report(each, `'${field}' ${result}`)
  }
  const files = listFiles(path)
  for (const name of NEEDED.filter(file => !files.includes(file))) report(each, `has no ${name}`)
  for (const file of files) checkFile(each, path, file, manifest)
}
process.exitCode = problems > 0 ? 1 : 0

function checkFile(each, path, file, manifest) {
  if (!FILE.test(file)) report(each, `contains ${file}`)
  if (file.startsWith('dist/testing/') && !('./testing' in manifest.exports)) {
    report(each, `contains ${file}, which serves tests`)
  }
  if (!TEXT.test(file)) return
  const text = readFileSync(join(path, file), 'utf8')
  if (text.includes(process.cwd()) || text.includes('file:///')) {
    report(each, `${file} contains a path of this machine`)
  }
  if (file.endsWith('.js.map') && !file.startsWith('dist/testing/')) checkSources(each, file, text)
}

function checkSources(each, file, text) {
  for (const source of JSON.parse(text).sources) {
    const path = relative(each.source, join(each.source, 'dist', dirname(file), source))
    if (TESTS.test(path)) report(each, `${file} is made of ${source}, which serves tests`)
  }
}

function hasTypes(entry) {
  const keys = Object.keys(entry)
  return keys[0] === 'types' && keys.at(-1) === 'default'
}

function isInstallable([name, range]) {
  if (name.startsWith('@service/')) return published.has(name) && range === version
  return /^\d+\.\d+\.\d+$/.test(range)
}

function listFiles(path) {
  if (!existsSync(path)) return []
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(path, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

function report({ source }, problem) {
  console.log(`${source}: ${problem}`)
  problems++
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function isText(value) {
  return typeof value === 'string' && value.length > 10
}

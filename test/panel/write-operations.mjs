// Writes docs/reference/panel-operations.md: for each operation of the administration API, the screen of the panel that
// uses it and a test that does so in a browser. First record what the suites do:
//   RECORD_OPERATIONS=/tmp/operations.jsonl npx vitest run --project panel
//   node test/panel/write-operations.mjs /tmp/operations.jsonl
// Operations that no recorded page asked for keep the row that the page has for them.
import { readFileSync, writeFileSync } from 'node:fs'
import { routes } from '../../apps/service/dist/app.js'

const page = new URL('../../docs/reference/panel-operations.md', import.meta.url)
const [record] = process.argv.slice(2)
if (record === undefined) throw new Error('Name the file that RECORD_OPERATIONS was set to.')

const operations = routes
  .filter(({ path }) => path.startsWith('/api/'))
  .map(({ method, path }) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    parts: path.split('/'),
  }))
const isParameter = part => part.startsWith('{') || part.startsWith(':')

/** The operation of a request; a fixed word is preferred to a parameter. */
function findOperation({ method, path }) {
  const parts = path.split('/')
  const fits = operations.filter(
    operation =>
      operation.method === method &&
      operation.parts.length === parts.length &&
      operation.parts.every((part, index) => isParameter(part) || part === parts[index]),
  )
  const countFixed = ({ parts: own }) => own.filter(part => !isParameter(part)).length
  return fits.sort((a, b) => countFixed(b) - countFixed(a))[0]?.name
}

/** `/app/Store/Development/Operations/settings/roles/3` is the screen `settings/roles`. */
function nameScreen(path) {
  const [, root, ...parts] = path.split('/')
  if (root !== 'app') return root
  const [area = 'home', first] = parts.slice(3)
  if (area === 'data') return parts.length > 5 ? 'record' : 'list'
  return area === 'settings' ? `settings/${first ?? 'profile'}` : area
}

/** Tests that walk through all screens prove nothing about an operation. Names made of parameters cannot be found. */
const sources = new Map()
function isNamed({ file, test }) {
  if (file === 'screens.test.ts' || file === 'texts.test.ts') return false
  if (!sources.has(file)) {
    sources.set(file, readFileSync(new URL(`src/${file}`, import.meta.url), 'utf8'))
  }
  return sources.get(file).includes(`'${test}'`)
}

const uses = new Map()
for (const line of readFileSync(record, 'utf8').split('\n').filter(Boolean)) {
  const request = JSON.parse(line)
  const name = findOperation(request)
  if (!name || !isNamed(request)) continue
  const screen = nameScreen(request.screen)
  const key = `${screen}\t${request.file}\t${request.test}`
  const counts = uses.get(name) ?? new Map()
  uses.set(name, counts.set(key, (counts.get(key) ?? 0) + 1))
}

const old = new Map(
  readFileSync(page, 'utf8')
    .split('\n')
    .filter(line => line.startsWith('| `'))
    .map(line => [line.split('`')[1], line]),
)

/** Settings come first, as what is set there is what the screen is for; then what is used most. */
function chooseUse(counts) {
  const isOther = key => Number(!key.startsWith('settings/'))
  const [[key]] = [...counts].sort(
    ([a, countA], [b, countB]) =>
      isOther(a) - isOther(b) || countB - countA || a.localeCompare(b, 'en'),
  )
  return key.split('\t')
}

const rows = operations.map(({ name }) => {
  const counts = uses.get(name)
  if (!counts) return old.get(name) ?? `| \`${name}\` | ? | ? |`
  const [screen, file, test] = chooseUse(counts)
  return `| \`${name}\` | ${screen} | [${file}](../../test/panel/src/${file}) › ${test} |`
})

const text = readFileSync(page, 'utf8')
const head = text.slice(0, text.indexOf('|---|---|---|\n') + '|---|---|---|\n'.length)
writeFileSync(page, `${head}${rows.join('\n')}\n`)
const missing = rows.filter(row => row.includes('| ? |'))
console.log(`${rows.length} operations, ${missing.length} without a screen`)
for (const row of missing) console.log(row)

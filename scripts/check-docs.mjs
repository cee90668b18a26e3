// A code fence below `<!-- from FILE#REGION -->` repeats that region of a running example.
// Links must lead somewhere, files and tests named must exist, docs/reference/errors.md must explain every code, and
// docs/customize/README.md must list every operation with a page that shows it in a running example.
// Without arguments: fails when one differs. With `--write`: brings the fences up to date.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FENCE = /<!-- from ([^#\s]+)#([\w-]+) -->\n```(\w+)\n([\s\S]*?)```/g
const LINK = /\]\((?!https?:|#)([^)#\s]+)/g
const CODE = /(?:\bcode(?:: string)? = |^ {2}\w+: )'([a-z]+(?:_[a-z]+)+)'/gm
const TEST = /\[[\w.-]+\.test\.[tj]s\]\(([^)]+)\) › (.+?) \|/g
const SOURCE_FILE = /packages\/[\w./-]+\.ts\b/g
const write = process.argv.includes('--write')

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs', { recursive: true }).map(page => join('docs', page)),
]
let problems = 0
for (const page of pages.filter(name => name.endsWith('.md'))) {
  const text = readFileSync(page, 'utf8')
  const current = text.replace(
    FENCE,
    (_, file, name, language) =>
      `<!-- from ${file}#${name} -->\n\`\`\`${language}\n${region(page, file, name)}\`\`\``,
  )
  if (current !== text && write) writeFileSync(page, current)
  else if (current !== text)
    report(
      `${page}: a code fence differs from its example; run 'node scripts/check-docs.mjs --write'`,
    )
  for (const [file] of text.matchAll(SOURCE_FILE)) {
    if (!existsSync(file)) report(`${page}: names ${file}, which does not exist`)
  }
  for (const [, target] of text.matchAll(LINK)) {
    if (!existsSync(join(page, '..', target)))
      report(`${page}: links to '${target}', which does not exist`)
  }
  for (const [, file, name] of text.matchAll(TEST)) {
    const path = join(page, '..', file)
    const hasTest = existsSync(path) && readFileSync(path, 'utf8').includes(name)
    if (!hasTest) report(`${page}: ${path} has no test '${name}'`)
  }
}
const errorPage = readFileSync('docs/reference/errors.md', 'utf8')
for (const file of readdirSync('packages', { recursive: true }).filter(isErrorFile)) {
  for (const [, code] of readFileSync(join('packages', file), 'utf8').matchAll(CODE)) {
    if (!errorPage.includes(`\`${code}\``))
      report(`docs/reference/errors.md: does not explain '${code}' of ${file}`)
  }
}
const table = readFileSync('docs/customize/README.md', 'utf8')
for (const folder of readdirSync('packages/engine/src/operations', { withFileTypes: true })) {
  if (folder.isDirectory()) checkOperation(camelCase(folder.name))
}
process.exitCode = problems > 0 ? 1 : 0

function isErrorFile(file) {
  return /^[\w-]+\/src\/(.*\/)?errors\.ts$/.test(file)
}

function checkOperation(operation) {
  const row = new RegExp(`^\\| \\[\`${operation}\`\\]\\(([\\w-]+\\.md)[^)]*\\) \\|`, 'm')
  const page = row.exec(table)?.[1]
  if (!page) return report(`docs/customize/README.md: lists no page of ${operation}`)
  const text = readFileSync(join('docs/customize', page), 'utf8')
  const isShown = [...text.matchAll(FENCE)].some(fence => fence[4].includes(`.${operation}(`))
  if (!isShown) report(`docs/customize/${page}: shows no running example of ${operation}`)
}

function camelCase(name) {
  return name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())
}

function region(page, file, name) {
  if (!existsSync(file)) return report(`${page}: ${file} does not exist`)
  const lines = readFileSync(file, 'utf8').split('\n')
  const start = lines.findIndex(line => line.trim() === `// #region ${name}`)
  const end = lines.findIndex((line, index) => index > start && line.trim() === '// #endregion')
  if (start < 0 || end < 0) return report(`${page}: ${file} has no region '${name}'`)
  const body = lines.slice(start + 1, end)
  const indent = Math.min(...body.filter(line => line.trim()).map(line => line.search(/\S/)))
  return body.map(line => `${line.slice(indent)}\n`).join('')
}

function report(problem) {
  problems++
  console.error(problem)
  return ''
}

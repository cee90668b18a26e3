// A code fence below `<!-- from FILE#REGION -->` repeats that region of a running example. Links and their anchors,
// files and tests named must exist, lines are at most 120 characters long, docs/reference/errors.md must explain
// every code, docs/operate/troubleshooting.md must quote messages that exist, docs/customize/README.md must list every
// operation with a page that shows it in a running example, and every package must name the repository. Without arguments: fails when one differs. With `--write`: brings fences,
// line breaks and `repository` fields up to date.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkLinks } from './docs/links.mjs'
import { checkMessages } from './docs/messages.mjs'
import { checkRepositories } from './docs/repository.mjs'
import { findWideLines, WIDTH, wrap } from './docs/wrap.mjs'

const FENCE = /<!-- from ([^#\s]+)#([\w-]+) -->\n```(\w+)\n([\s\S]*?)```/g
const CODE = /(?:\bcode(?:: string)? = |^ {2}\w+: )'([a-z]+(?:_[a-z]+)+)'/gm
const TEST = /\[[\w.-]+\.test\.[tj]s\]\(([^)]+)\) › (.+?) \|/g
const SOURCE_FILE = /(?:packages|apps)\/[\w./-]+\.ts\b/g
const DOCS_PAGE = /\bdocs\/[\w/-]+\.md\b/g
const ERRORS = 'docs/reference/errors.md'
const CHANGELOG = 'CHANGELOG.md'
const OPERATIONS = 'docs/customize/README.md'
const write = process.argv.includes('--write')

let problems = 0
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter(file => file && existsSync(file))
files.filter(file => file.endsWith('.md')).forEach(checkPage)
for (const file of files.filter(name => /^(packages|apps|examples|test)\/.+\.[tj]s$/.test(name))) {
  checkNames(file, readFileSync(file, 'utf8'), DOCS_PAGE)
}
for (const file of files.filter(isErrorFile)) checkErrorCodes(file)
for (const folder of readdirSync('packages/engine/src/operations', { withFileTypes: true })) {
  if (folder.isDirectory()) checkOperation(camelCase(folder.name))
}
for (const problem of checkMessages(files)) report(problem)
for (const problem of checkRepositories(write)) report(problem)
process.exitCode = problems > 0 ? 1 : 0

function checkPage(page) {
  const text = readFileSync(page, 'utf8')
  const fenced = text.replace(
    FENCE,
    (_, file, name, language) =>
      `<!-- from ${file}#${name} -->\n\`\`\`${language}\n${region(page, file, name)}\`\`\``,
  )
  const isWrapped = page !== CHANGELOG
  const current = write && isWrapped ? wrap(fenced) : fenced
  if (current !== text && write) writeFileSync(page, current)
  else if (current !== text)
    report(
      `${page}: a code fence differs from its example; run 'node scripts/check-docs.mjs --write'`,
    )
  for (const line of isWrapped ? findWideLines(current) : []) {
    report(`${page}:${line}: is wider than ${WIDTH}; run 'node scripts/check-docs.mjs --write'`)
  }
  for (const problem of checkLinks(page, current)) report(`${page}: ${problem}`)
  checkNames(page, current, SOURCE_FILE)
  checkNames(page, current, DOCS_PAGE)
  checkTests(page, current)
}

function checkNames(page, text, pattern) {
  for (const [file] of text.matchAll(pattern)) {
    if (!existsSync(file)) report(`${page}: names ${file}, which does not exist`)
  }
}

function checkTests(page, text) {
  for (const [, file, name] of text.matchAll(TEST)) {
    const path = join(page, '..', file)
    const hasTest = existsSync(path) && readFileSync(path, 'utf8').includes(name)
    if (!hasTest) report(`${page}: ${path} has no test '${name}'`)
  }
}

function isErrorFile(file) {
  return /^packages\/[\w-]+\/src\/(.*\/)?errors\.ts$/.test(file)
}

function checkErrorCodes(file) {
  const explained = readFileSync(ERRORS, 'utf8')
  for (const [, code] of readFileSync(file, 'utf8').matchAll(CODE)) {
    if (!explained.includes(`\`${code}\``))
      report(`${ERRORS}: does not explain '${code}' of ${file}`)
  }
}

function checkOperation(operation) {
  const row = new RegExp(`^\\| \\[\`${operation}\`\\]\\(([\\w-]+\\.md)[^)]*\\) \\|`, 'm')
  const page = row.exec(readFileSync(OPERATIONS, 'utf8'))?.[1]
  if (!page) return report(`${OPERATIONS}: lists no page of ${operation}`)
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

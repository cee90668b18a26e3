// `npm run version-packages`: gives the changes in .changeset a version: in every package.json, in package-lock.json
// and in CHANGELOG.md, whose section 'Unreleased' becomes the one of the version, with the summaries of the changes.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const HEADING = '## Unreleased\n'

const changes = readChanges()
run('npx', ['changeset', 'version'])
run('npm', ['install', '--package-lock-only', '--ignore-scripts'])
run('npx', ['biome', 'check', '--write', '.'])
const { version } = JSON.parse(readFileSync('packages/base/package.json', 'utf8'))
writeFileSync('CHANGELOG.md', writeChangelog(readFileSync('CHANGELOG.md', 'utf8')))
console.log(`The version is ${version}. Review the changes, then commit them.`)

/** The summary of each change, below the packages it names. */
function readChanges() {
  return readdirSync('.changeset')
    .filter(name => /^(?!README).+\.md$/.test(name))
    .sort()
    .map(name => readFileSync(join('.changeset', name), 'utf8').split(/^---$/m)[2].trim())
}

function writeChangelog(text) {
  const at = text.indexOf(HEADING)
  if (at < 0) throw new Error(`CHANGELOG.md has no '${HEADING.trim()}'.`)
  const summaries = changes.map(summary => `- ${summary.replace(/\s*\n\s*/g, ' ')}\n`).join('')
  const day = new Date().toISOString().slice(0, 10)
  const section = `${HEADING}\n## ${version} (${day})\n${summaries && `\n${summaries}`}`
  return text.slice(0, at) + section + text.slice(at + HEADING.length)
}

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`'${command} ${args.join(' ')}' failed.`)
}

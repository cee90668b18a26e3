// `npm run release`: checks, packs and tests what is to be published, then shows what `npm publish` would do. With
// `-- --publish` it publishes, with provenance: only in a workflow of the public repository, see
// docs/internals/releasing.md. Refuses a working tree with changes, and changes that no version has yet.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publishedPackages } from './published-packages.mjs'
import { LIST, packFolders, publishFolder } from './release/publish.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const folder = resolve('build', 'release')
const [option, ...others] = process.argv.slice(2)

try {
  if (others.length > 0 || ![undefined, '--publish'].includes(option)) {
    throw new Error(`The only option is --publish, not '${process.argv.slice(2).join(' ')}'.`)
  }
  await release(option === '--publish')
} catch (error) {
  console.error(`release: ${error.message}`)
  process.exitCode = 1
}

async function release(isPublished) {
  refuseChanges()
  refuseChangesets()
  // The bill of materials carries the time of the commit, so that every build of it is the same.
  process.env.SOURCE_DATE_EPOCH ??= git('log', '-1', '--format=%ct')
  step('npm', ['run', 'build'])
  step('npm', ['run', 'check'])
  await pack()
  step('npx', ['vitest', 'run', '--project', 'system', 'test/e2e/src/packages'], {
    PACKED_PACKAGES: folder,
  })
  refuseChanges()
  await publishFolder(folder, { isDryRun: !isPublished, write: line => console.log(line) })
  if (!isPublished) console.log('Nothing was published: that is what --publish does.')
}

/** What `npm run check` has bundled and checked. */
async function pack() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const folders = publishedPackages().map(({ folder: name }) => resolve('build', 'packages', name))
  writeFileSync(join(folder, LIST), await packFolders(folders, folder))
}

function refuseChanges() {
  const changes = git('status', '--porcelain')
  if (changes) throw new Error(`Commit these changes first, or remove them:\n${changes}`)
}

function refuseChangesets() {
  const waiting = readdirSync('.changeset').filter(name => /^(?!README).+\.md$/.test(name))
  if (waiting.length === 0) return
  throw new Error(
    `Run 'npm run version-packages' first: these changes have no version yet: ${waiting.join(', ')}`,
  )
}

function step(command, args, env = {}) {
  console.log(`> ${command} ${args.join(' ')}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (status !== 0) throw new Error(`'${command} ${args.join(' ')}' failed.`)
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8' }).trim()
}

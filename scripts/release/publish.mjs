import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The file beside the tarballs that lists them, as `npm pack --json` describes them. */
export const LIST = 'packed.json'

/** Packs folders into another one, and writes the list of the tarballs there. */
export async function packFolders(folders, target) {
  const command = ['pack', '--json', '--pack-destination', target, ...folders]
  const { stdout } = await run('npm', command, { maxBuffer: 1 << 26 })
  return stdout
}

/**
 * Publishes the tarballs of a folder, each after those it depends on: a run that is interrupted leaves nothing that
 * cannot be installed, and the next one goes on where it ended. A tarball that is not the listed one is refused.
 */
export async function publishFolder(folder, { isDryRun, write }) {
  const packed = JSON.parse(readFileSync(join(folder, LIST), 'utf8'))
  for (const each of packed) checkTarball(folder, each)
  for (const each of await sortByDependencies(folder, packed)) {
    if (await isPublished(each)) {
      write(`${each.id} is published already`)
      continue
    }
    await publish(join(folder, each.filename), isDryRun)
    write(`${each.id} ${isDryRun ? 'would be published' : 'published'}, ${each.integrity}`)
  }
}

function checkTarball(folder, { id, filename, integrity }) {
  const content = readFileSync(join(folder, filename))
  const found = `sha512-${createHash('sha512').update(content).digest('base64')}`
  if (found === integrity) return
  throw new Error(
    `${filename} is not the tarball of ${id} that was tested: ${found}, not ${integrity}.`,
  )
}

async function sortByDependencies(folder, packed) {
  const needed = new Map()
  for (const { name, filename } of packed) {
    const { stdout } = await run('tar', ['-xzOf', join(folder, filename), 'package/package.json'])
    needed.set(name, Object.keys(JSON.parse(stdout).dependencies ?? {}))
  }
  const sorted = new Set()
  const visit = name => {
    if (sorted.has(name) || !needed.has(name)) return
    needed.get(name).forEach(visit)
    sorted.add(name)
  }
  ;[...needed.keys()].sort().forEach(visit)
  const byName = new Map(packed.map(each => [each.name, each]))
  return [...sorted].map(name => byName.get(name))
}

/** A version that exists with another content can never be replaced: the release needs another version. */
async function isPublished({ id, integrity }) {
  const found = await run('npm', ['view', id, 'dist.integrity', '--prefer-online']).then(
    ({ stdout }) => stdout.trim(),
    error => {
      if (/\bE404\b/.test(error.stderr)) return ''
      throw new Error(`The registry cannot be asked for ${id}:\n${error.stderr}`)
    },
  )
  if (found === '' || found === integrity) return found !== ''
  throw new Error(`${id} is published with another content: ${found}, not ${integrity}.`)
}

async function publish(path, isDryRun) {
  const options = ['--access', 'public', '--provenance', ...(isDryRun ? ['--dry-run'] : [])]
  await run('npm', ['publish', path, ...options])
}

import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSnapshotFile, type StoredDocuments } from './snapshot-file.js'

const envSecret = '0123456789abcdef'.repeat(4)
let folder: string
let path: string
let lines: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snapshot-'))
  path = join(folder, '.service', 'agent-snapshot.json')
  lines = []
})

afterEach(() => rm(folder, { recursive: true }))

const open = (secret = envSecret) =>
  openSnapshotFile(path, secret, (level, message) => lines.push(`${level} ${message}`))

function stored(users: string): StoredDocuments {
  const document = { text: 'true', etag: '"1"', confirmedAt: 1 }
  return {
    rights: document,
    users: { ...document, text: users },
    renderings: document,
    ipRules: document,
  }
}

async function write(...documents: StoredDocuments[]): Promise<void> {
  const file = open()
  for (const each of documents) file.write(each)
  await file.idle()
}

describe('the snapshot file', () => {
  it('gives back what was written last, and leaves no draft behind', async () => {
    await write(stored('[1]'), stored('[2]'), stored('[3]'))
    expect(await open().read()).toEqual(stored('[3]'))
    expect(await readdir(join(folder, '.service'))).toEqual(['agent-snapshot.json'])
    expect(lines).toEqual([])
  })

  it('can be read by its owner alone and does not hold the secret', async () => {
    await write(stored('[]'))
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, '.service'))).mode & 0o777).toBe(0o700)
    expect(await readFile(path, 'utf8')).not.toContain(envSecret)
  })

  it('is nothing when it is not there, without a word', async () => {
    expect(await open().read()).toBeUndefined()
    expect(lines).toEqual([])
  })

  it('is not believed by another environment', async () => {
    await write(stored('[]'))
    expect(await open('f'.repeat(64)).read()).toBeUndefined()
    expect(lines).toEqual([
      expect.stringMatching(
        /^Warn The permissions in '.*' are ignored: another environment wrote them/,
      ),
    ])
  })

  it.each<[string, (text: string) => string]>([
    ['changed', text => text.replace('[7]', '[8]')],
    ['cut short', text => text.slice(0, -9)],
    ['empty', () => ''],
    ['another document', () => '{"seal":"","text":"{}"}'],
    ['null', () => 'null'],
    ['sealed with nothing', text => JSON.stringify({ ...JSON.parse(text), seal: '' })],
  ])('is not believed when it is %s', async (_, change) => {
    await write(stored('[7]'))
    await writeFile(path, change(await readFile(path, 'utf8')))
    expect(await open().read()).toBeUndefined()
    expect(lines).toHaveLength(1)
  })

  it('that cannot be written is said once, and fails nobody', async () => {
    await writeFile(join(folder, '.service'), 'a file where the folder should be')
    const file = open()
    file.write(stored('[1]'))
    await file.idle()
    file.write(stored('[2]'))
    await file.idle()
    expect(lines).toEqual([expect.stringMatching(/^Warn The permissions cannot be stored in /)])
  })

  it('that cannot be read is said', async () => {
    await mkdir(path, { recursive: true })
    expect(await open().read()).toBeUndefined()
    expect(lines).toHaveLength(1)
  })
})

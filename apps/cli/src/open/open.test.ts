import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { freePort } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { runCli } from '../run-cli.js'

const [postgresUrl, mariadbUrl] = [inject('postgresUrl'), inject('mariadbUrl')]
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'open-refused-'))
  await writeFile(join(folder, 'text.db'), 'this is no database at all')
})
afterAll(() => rm(folder, { recursive: true }))

async function open(...args: readonly string[]) {
  const [output, errors] = [new PassThrough(), new PassThrough()]
  const io = { environment: { XDG_DATA_HOME: folder }, input: new PassThrough(), output, errors }
  const code = await runCli(['node', 'backoffice', 'open', ...args], io)
  const lines = String(errors.read() ?? '')
    .trim()
    .split('\n')
  return { code, output: String(output.read() ?? ''), error: lines.at(-1) }
}

const withPath = (url: string, path: string) => Object.assign(new URL(url), { pathname: path }).href

describe('open refuses with a sentence', () => {
  it('an address of an unknown kind', async () => {
    expect(await open('oracle://host/db')).toMatchObject({
      code: 1,
      error: expect.stringContaining("'oracle:' is no known database. Addresses are:"),
    })
  })

  it('a file that does not exist, and makes none', async () => {
    const file = join(folder, 'missing.db')
    expect(await open(file)).toMatchObject({
      code: 1,
      error: `backoffice: There is no file ${file}.`,
    })
    expect(await readdir(folder)).not.toContain('missing.db')
  })

  it('a file that is no database', async () => {
    const file = join(folder, 'text.db')
    expect((await open(file)).error).toBe(`backoffice: ${file} is no SQLite database.`)
  })

  it('a server that does not answer', async () => {
    const port = await freePort()
    expect((await open(`postgres://ada@127.0.0.1:${port}/shop`)).error).toBe(
      `backoffice: postgres://ada@127.0.0.1:${port}/shop: no database answers there. Is the server running, and does the address have the right host and port?`,
    )
  })

  it.skipIf(!postgresUrl)('a database that the server does not have', async () => {
    expect((await open(withPath(postgresUrl!, '/no_such'))).error).toContain(
      "the server has no database 'no_such'.",
    )
  })

  it.skipIf(!mariadbUrl)('a wrong password, which it does not print', async () => {
    const url = new URL(withPath(mariadbUrl!, '/mysql'))
    url.username = 'nobody'
    url.password = 'wr0ng'
    const { error } = await open(url.href)
    expect(error).toContain("the database refuses the password of 'nobody'.")
    expect(error).not.toContain('wr0ng')
    url.password = ''
    expect((await open(url.href)).error).toContain('Put it into the variable MYSQL_PWD')
  })

  it('options that are wrong', async () => {
    expect((await open('a.db', '--port', '70000')).code).toBe(2)
    expect((await open('a.db', '--schema', ',')).code).toBe(2)
    expect((await open()).code).toBe(2)
  })
})

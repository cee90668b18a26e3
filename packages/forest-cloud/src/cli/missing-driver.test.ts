import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { schemaUpload } from '../testing/schema-upload.js'
import { envSecret, startStubService, tokenNumber } from '../testing/start-stub-service.js'
import { temporaryFolder } from '../testing/temporary-folder.js'

const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

/** The address of a module with the given code. */
const toModule = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`

/** Makes imports of `pg` fail as they do where it is not installed. */
const withoutPg = toModule(`
  import { register } from 'node:module'
  register(${JSON.stringify(
    toModule(`export function resolve(name, context, next) {
      if (name !== 'pg') return next(name, context)
      throw Object.assign(new Error("Cannot find package 'pg'"), { code: 'ERR_MODULE_NOT_FOUND' })
    }`),
  )})`)

it('bootstrap does without a driver that npm install will bring', async () => {
  const service = await startStubService()
  const folder = await temporaryFolder()
  try {
    service.schema = schemaUpload
    service.tokens.set(tokenNumber(5), 5)
    const url = 'postgres://reader:hush-hush@127.0.0.1:1/shop'
    const settings = ['--env-secret', envSecret, '--database-url', url]
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--import', withoutPg, program, 'bootstrap', ...settings],
      {
        cwd: folder,
        env: {
          PATH: process.env.PATH,
          TOKEN_PATH: folder,
          SERVICE_SERVER_URL: service.url,
          SERVICE_AUTH_TOKEN: tokenNumber(5),
        },
      },
    )
    expect(stderr).toBe('')
    expect(stdout).toContain('The driver of the database comes with npm install.')
    const project = (name: string) => readFile(join(folder, 'cloud-customizer', name), 'utf8')
    expect(await project('typings.d.ts')).toContain('"order.lines": {')
    expect(JSON.parse(await project('package.json')).devDependencies).toHaveProperty('pg')
    expect(await project('.env')).toContain(`DATABASE_URL=${url}\n`)
  } finally {
    await service.stop()
  }
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { runCommand } from '../testing/run-command.js'
import { schemaUpload } from '../testing/schema-upload.js'
import { envSecret, startStubService, tokenNumber } from '../testing/start-stub-service.js'
import { temporaryFolder } from '../testing/temporary-folder.js'

vi.mock('pg', () => {
  throw Object.assign(new Error("Cannot find package 'pg'"), { code: 'ERR_MODULE_NOT_FOUND' })
})

it('bootstrap does without a driver that npm install will bring', { timeout: 60_000 }, async () => {
  const service = await startStubService()
  const folder = await temporaryFolder()
  try {
    service.schema = schemaUpload
    service.tokens.set(tokenNumber(5), 5)
    const url = 'postgres://reader:hush-hush@127.0.0.1:1/shop'
    const { code, output, errors } = await runCommand(
      ['bootstrap', '--env-secret', envSecret, '--database-url', url],
      {
        folder,
        environment: {
          TOKEN_PATH: folder,
          SERVICE_SERVER_URL: service.url,
          SERVICE_AUTH_TOKEN: tokenNumber(5),
        },
      },
    )
    expect([code, errors]).toEqual([0, ''])
    expect(output).toContain('The driver of the database comes with npm install.')
    const project = (name: string) => readFile(join(folder, 'cloud-customizer', name), 'utf8')
    expect(await project('typings.d.ts')).toContain('"order.lines": {')
    expect(JSON.parse(await project('package.json')).devDependencies).toHaveProperty('pg')
    expect(await project('.env')).toContain(`DATABASE_URL=${url}\n`)
  } finally {
    await service.stop()
  }
})

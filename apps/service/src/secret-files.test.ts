import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.js'

const SECRET = 'a secret that is long enough, or so they say'

describe('secrets in files', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'secrets-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const write = async (content: string) => {
    const path = join(folder, 'file')
    await writeFile(path, content)
    return path
  }

  it.each([
    ['SERVICE_SECRET', 'secret', SECRET],
    ['SERVICE_DATABASE_URL', 'databaseUrl', 'postgres://u:p@h/d'],
    ['SERVICE_REDIS_URL', 'redisUrl', 'redis://:p@h:6379'],
    ['SERVICE_SMTP_URL', 'smtpUrl', 'smtp://u:p@mail.example.com:587'],
    ['SERVICE_METRICS_TOKEN', 'metricsToken', 't'.repeat(32)],
    ['SERVICE_ADMIN_PASSWORD', 'adminPassword', 'seven blue boats'],
  ] as const)('reads %s without the line break at the end', async (name, key, value) => {
    const config = readConfig({ [`${name}_FILE`]: await write(`${value}\n`) })
    expect(config[key]).toBe(value)
  })

  it('keeps other white space: it may belong to a password', async () => {
    const path = await write('  seven blue boats \n\n')
    expect(readConfig({ SERVICE_ADMIN_PASSWORD_FILE: path }).adminPassword).toBe(
      '  seven blue boats \n',
    )
  })

  it('checks the value as if it were in the variable, and does not print it', async () => {
    const path = await write('hush')
    const read = () => readConfig({ SERVICE_SECRET_FILE: path })
    expect(read).toThrow('SERVICE_SECRET must have at least 32 characters.')
    expect(read).not.toThrow('hush')
  })

  it('refuses a secret given twice, an empty and a missing file, each in one line', async () => {
    const empty = await write('\n')
    const missing = join(folder, 'missing')
    const read = () =>
      readConfig({
        SERVICE_SECRET: SECRET,
        SERVICE_SECRET_FILE: empty,
        SERVICE_SMTP_URL_FILE: empty,
        SERVICE_REDIS_URL_FILE: missing,
        SERVICE_METRICS_TOKEN_FILE: folder,
      })
    expect(read).toThrow(
      [
        'The configuration is wrong:',
        `  SERVICE_REDIS_URL_FILE must be a file that this process can read; '${missing}' is not (ENOENT).`,
        `  SERVICE_SMTP_URL_FILE must be a file with a secret; '${empty}' is empty.`,
        '  SERVICE_SECRET_FILE cannot be used together with SERVICE_SECRET. Unset one.',
        `  SERVICE_METRICS_TOKEN_FILE must be a file that this process can read; '${folder}' is not (EISDIR).`,
      ].join('\n'),
    )
  })

  it('ignores a variable that is set to nothing', () => {
    expect(readConfig({ SERVICE_SECRET_FILE: '', SERVICE_SECRET: SECRET }).secret).toBe(SECRET)
    const config = readConfig({ SERVICE_SECRET_FILE: '' })
    expect(config.secret).toBeUndefined()
  })

  it('refuses a file that is too long for a secret', async () => {
    const path = await write('x'.repeat(70_000))
    expect(() => readConfig({ SERVICE_SECRET_FILE: path })).toThrow('is too long for one')
  })

  it('suggests the right name for a misspelt one', () => {
    expect(() => readConfig({ SERVICE_SECRET_FIEL: '/x' })).toThrow("'SERVICE_SECRET_FILE'?")
  })
})

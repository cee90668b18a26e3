import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildEnvFile, formatSecret } from './build-env-file.js'

const settings = {
  serverUrl: 'http://127.0.0.1:3310',
  envSecret: 'a'.repeat(64),
  authSecret: 'b'.repeat(64),
  databaseUrl: 'sqlite:data.db',
  agentUrl: 'http://localhost:3351/service',
}

describe('buildEnvFile', () => {
  it('has what the agent reads, and its port when it is on the machine of the browser', () => {
    const lines = [
      'SERVICE_SERVER_URL=http://127.0.0.1:3310',
      `SERVICE_ENV_SECRET=${'a'.repeat(64)}`,
      `SERVICE_AUTH_SECRET=${'b'.repeat(64)}`,
      'DATABASE_URL=sqlite:data.db',
    ]
    expect(buildEnvFile(settings)).toBe(`${[...lines, 'PORT=3351'].join('\n')}\n`)
    const remote = { ...settings, agentUrl: 'https://agent.example.com/service' }
    expect(buildEnvFile(remote)).toBe(`${lines.join('\n')}\n`)
  })

  it.each([
    'postgres://user:p#ss word@localhost/db',
    `mysql://u:it's@localhost/db`,
    'mssql://u:"quoted"#@localhost/db?a=b',
    'mssql://u:back\\nslash@localhost/db',
    'postgres://u:a=b&c$d%25@localhost/db',
  ])('is read by Node as it was entered: %s', async databaseUrl => {
    const folder = await mkdtemp(join(tmpdir(), 'env-'))
    try {
      await writeFile(join(folder, '.env'), buildEnvFile({ ...settings, databaseUrl }))
      const { DATABASE_URL: _, ...env } = process.env
      const args = ['--env-file=.env', '-p', 'process.env.DATABASE_URL']
      const { stdout } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' })
      expect(stdout).toBe(`${databaseUrl}\n`)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

it('formats random bytes as a secret of 64 digits', () => {
  expect(formatSecret(new Uint8Array(32).fill(10))).toBe('0a'.repeat(32))
})

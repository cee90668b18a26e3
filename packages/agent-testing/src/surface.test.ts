import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as exported from './index.js'

const folder = new URL('.', import.meta.url).pathname

/** The text of the other tests. */
const tests = readdirSync(folder, { recursive: true })
  .map(String)
  .filter(name => name.endsWith('.test.ts') && name !== 'surface.test.ts')
  .map(name => readFileSync(join(folder, name), 'utf8'))
  .join('')

describe('the surface of the testing package', () => {
  it('has a test for every method', async () => {
    const sandbox = await exported.createServiceSandbox(0)
    const test = await exported.createTestAgent()
    try {
      const clock = exported.createTestClock()
      const parts = [sandbox, test, test.client, test.client.service, test.permissions, clock]
      // Inherited members are tested in their own package.
      const names = parts
        .flatMap(part => Object.entries(part))
        .filter(([name, value]) => typeof value === 'function' && !name.endsWith('Chart'))
        .map(([name]) => name)
      const untested = names.filter(name => !new RegExp(`\\.${name}\\(`).test(tests))
      expect(untested).toEqual([])
    } finally {
      await test.close()
      await sandbox.close()
    }
  })

  it('has both names of the sandbox', () => {
    expect(exported.createForestServerSandbox).toBe(exported.createServiceSandbox)
    expect(Object.keys(exported).sort()).toEqual([
      'createAgentTestClient',
      'createForestServerSandbox',
      'createServiceSandbox',
      'createTestAgent',
      'createTestClock',
    ])
  })
})

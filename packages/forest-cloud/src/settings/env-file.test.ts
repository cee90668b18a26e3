import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { fuzzSeed, nastyTexts } from '@service/test-support'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.js'
import { applyEnvFile, printEnv } from './env-file.js'

describe('printEnv', () => {
  it('writes what Node reads back, or throws', () => {
    const value = fc.oneof(
      fc.constantFrom(...nastyTexts),
      fc.string(),
      fc.string({ unit: fc.constantFrom('#', "'", '"', '`', '\\', ' ', '$', '=', 'n', '\t', 'é') }),
    )
    fc.assert(
      fc.property(value, value, (first, second) => {
        let text: string
        try {
          text = printEnv({ FIRST: first, LEFT_OUT: undefined, SECOND: second })
        } catch (error) {
          expect(String(error)).toMatch(/The value of (FIRST|SECOND) cannot be written to \.env/)
          return
        }
        expect(parseEnv(text)).toEqual({ FIRST: first, SECOND: second })
      }),
      { seed: fuzzSeed, numRuns: 500 },
    )
  })

  it.each([
    'postgres://me:p%40ss@localhost:5432/shop?sslmode=require',
    'postgres://me:pa#ss w"o\'rd@localhost/shop',
    'C:\\Users\\new folder',
    '',
  ])('writes %j', value => {
    expect(parseEnv(printEnv({ NAME: value }))).toEqual({ NAME: value })
  })
})

describe('applyEnvFile', () => {
  it('fills up what is not set', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, '.env'), '# settings\nA=from file\nexport B="b"\n')
    const environment = { A: 'set' }
    await applyEnvFile(folder, environment)
    expect(environment).toEqual({ A: 'set', B: 'b' })
  })

  it('does without a file, and names one that cannot be read', async () => {
    const folder = await temporaryFolder()
    const environment = {}
    await applyEnvFile(folder, environment)
    expect(environment).toEqual({})
    await expect(applyEnvFile(join(folder, 'x\0'), environment)).rejects.toThrow(/cannot be read/)
  })
})

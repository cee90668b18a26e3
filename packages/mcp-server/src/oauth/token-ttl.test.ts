import { describe, expect, it } from 'vitest'
import { readTokenTtl } from './token-ttl.js'

describe('readTokenTtl', () => {
  const lines: string[] = []
  const logger = (level: string, message: string) => lines.push(`${level} ${message}`)

  it('takes whole seconds, and raises what is below a minute with a warning', () => {
    expect(readTokenTtl({ accessTokenSeconds: 60, refreshTokenSeconds: 59 }, logger)).toEqual({
      access: 60,
      refresh: 60,
    })
    expect(lines).toEqual([expect.stringMatching(/^Warn .*refreshTokenSeconds' is 59/)])
    expect(readTokenTtl(undefined, logger)).toEqual({})
  })

  it.each([0, -1, 0.5, 60.5, Number.NaN, Number.POSITIVE_INFINITY, '600' as never, null as never])(
    'does not start with %s',
    seconds => {
      expect(() => readTokenTtl({ accessTokenSeconds: seconds }, logger)).toThrow(
        /^Option 'tokenTtl.accessTokenSeconds' is .*whole number of seconds/,
      )
    },
  )
})

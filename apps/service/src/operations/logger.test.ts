import { describe, expect, it } from 'vitest'
import { createLogger } from './logger.js'

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  let text = ''
  write(
    createLogger(
      { logLevel: 'debug' },
      {
        write(line: string) {
          text += line
        },
      },
    ),
  )
  return text
}

describe('createLogger', () => {
  it('writes one JSON object per line, with a time and a level', () => {
    expect(JSON.parse(logged(log => log.info({ requestId: 'a' }, 'done')))).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      requestId: 'a',
      msg: 'done',
    })
  })

  it.each([
    { authorization: 'Bearer hush' },
    { headers: { cookie: 'service_session=hush' } },
    { request: { headers: { authorization: 'hush' } } },
    { config: { secret: 'hush', databaseUrl: 'postgres://u:hush@h/d' } },
    { body: { password: 'hush', clientSecret: 'hush', token: 'hush' } },
  ])('never writes the secret in %j', fields => {
    const line = logged(log => log.warn(fields, 'x'))
    expect(line).toContain('[redacted]')
    expect(line).not.toContain('hush')
  })

  it('keeps what an error says and where, not what it carries', () => {
    const cause = Object.assign(new Error('deeper'), { code: 'E1', response: 'hush' })
    const error = Object.assign(new Error('failed', { cause }), { parameters: ['hush'] })
    const line = logged(log => log.error({ err: error }, 'x'))
    expect(JSON.parse(line).err).toEqual({
      name: 'Error',
      message: 'failed',
      stack: expect.stringContaining('logger.test.ts'),
      cause: { name: 'Error', code: 'E1', message: 'deeper', stack: expect.any(String) },
    })
    expect(line).not.toContain('hush')
  })
})

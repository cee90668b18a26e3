import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type AgentOptions, resolveOptions } from './options.js'

let printed: string
const remember = (text: unknown) => {
  printed += String(text)
  return true
}

beforeEach(() => {
  printed = ''
  vi.spyOn(process.stderr, 'write').mockImplementation(remember)
  vi.spyOn(process.stdout, 'write').mockImplementation(remember)
})
afterEach(() => vi.restoreAllMocks())

const failure = new RangeError('Too\nfar', { cause: new Error('a cause', { cause: 'a text' }) })

function print(options: Partial<AgentOptions>): string {
  const secrets = { authSecret: 'x'.repeat(32), envSecret: '0'.repeat(64) }
  resolveOptions({ ...secrets, ...options }).logger('Error', 'It failed', failure)
  return printed
}

it('errors are printed with their stack in development', () => {
  expect(print({})).toBe(`error: It failed ${failure.stack}\n`)
})

it('errors are printed on one line in production', () => {
  expect(print({ isProduction: true })).toBe(
    'error: It failed RangeError: Too far, caused by Error: a cause, caused by a text\n',
  )
})

it('errors are printed with their stack in production at level Debug', () => {
  expect(print({ isProduction: true, loggerLevel: 'Debug' })).toContain(failure.stack)
})

it('a logger of the application receives the error itself in production', () => {
  const logger = vi.fn()
  print({ isProduction: true, logger })
  expect(logger).toHaveBeenCalledWith('Error', 'It failed', failure)
})

it('an error that is its own cause is printed', () => {
  const endless = new Error('loop')
  endless.cause = endless
  const secrets = { authSecret: 'x'.repeat(32), envSecret: '0'.repeat(64) }
  resolveOptions({ ...secrets, isProduction: true }).logger('Error', 'It failed', endless)
  expect(printed.split('loop')).toHaveLength(6)
})

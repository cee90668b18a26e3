import { describe, expect, it } from 'vitest'
import { isServiceError, ServiceError } from './service-error.js'

class TooLateError extends ServiceError {
  override readonly name = 'TooLateError'
  readonly code = 'too_late'
  readonly status = 409
}

describe('isServiceError', () => {
  it('recognises an error by its code and status, not by its class', () => {
    const foreign = Object.assign(new Error('late'), { code: 'too_late', status: 409 })
    expect(isServiceError(new TooLateError('late'))).toBe(true)
    expect(isServiceError(foreign)).toBe(true)
  })

  it('does not take a system error or a plain object for one of ours', () => {
    expect(isServiceError(Object.assign(new Error('x'), { code: 'ECONNRESET' }))).toBe(false)
    expect(isServiceError({ message: 'x', code: 'a', status: 400 })).toBe(false)
  })
})

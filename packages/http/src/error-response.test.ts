import { ServiceError } from '@service/base'
import { describe, expect, it } from 'vitest'
import { errorResponse } from './error-response.js'
import { MethodNotAllowedError } from './errors.js'

class TooLateError extends ServiceError {
  override readonly name = 'TooLateError'
  readonly code = 'too_late'
  readonly status = 409
  override readonly data: object = { deadline: 12n }
}

function respond(error: unknown, options: object = {}) {
  const logged: unknown[] = []
  const response = errorResponse(error, {
    requestId: 'request-1',
    log: (message, cause) => logged.push([message, cause]),
    ...options,
  })
  return { ...response, entry: JSON.parse(String(response.body)).errors[0], logged }
}

describe('errorResponse', () => {
  it('shows name, message, status, code and data of an error meant for clients', () => {
    const { status, headers, entry, logged } = respond(new TooLateError('Too late'))
    expect(status).toBe(409)
    expect(headers).toEqual({
      'content-type': 'application/json; charset=utf-8',
      'x-service-correlation-id': 'request-1',
    })
    expect(entry).toEqual({
      name: 'TooLateError',
      detail: 'Too late',
      status: 409,
      code: 'too_late',
      data: { deadline: '12' },
    })
    expect(logged).toEqual([])
  })

  it.each([
    new Error('password is hunter2'),
    Object.assign(new Error('password is hunter2'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('password is hunter2'), { code: 'ERR_BAD_REQUEST', status: 404 }),
    Object.assign(new Error('password is hunter2'), { code: 'fine', status: 200 }),
    'password is hunter2',
    undefined,
  ])('hides everything else behind a 500 and logs it', error => {
    const { status, body, entry, logged } = respond(error)
    expect(status).toBe(500)
    expect(body).not.toContain('hunter2')
    expect(entry).toEqual({
      name: 'InternalServerError',
      detail: 'Unexpected error',
      status: 500,
      code: 'unexpected_error',
    })
    expect(logged).toEqual([[expect.stringContaining('request-1'), error]])
  })

  it('sends the headers of the error', () => {
    const { headers } = respond(new MethodNotAllowedError('PUT', '/', ['GET']))
    expect(headers.allow).toBe('GET')
  })

  it('lets the customer replace any message, and keeps it when the replacement is empty', () => {
    expect(respond(new Error('x'), { customize: () => 'Sorry' }).entry.detail).toBe('Sorry')
    expect(respond(new TooLateError('Late'), { customize: () => '' }).entry.detail).toBe('Late')
  })

  it('keeps answering when the replacement throws', () => {
    const failure = new Error('oops')
    const { entry, logged } = respond(new TooLateError('Late'), {
      customize: () => {
        throw failure
      },
    })
    expect(entry.detail).toBe('Late')
    expect(logged).toEqual([[expect.any(String), failure]])
  })

  it('shows a neutral text for an empty message', () => {
    expect(respond(new TooLateError('')).entry).toMatchObject({
      detail: 'Unexpected error',
      status: 409,
    })
  })
})

import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.js'

const least = {
  SERVICE_URL: 'http://127.0.0.1:3310/',
  SERVICE_API_TOKEN: 'svc_token',
  SERVICE_PROJECT: 'Store',
  SERVICE_ENVIRONMENT: 'Development',
}

describe('readSettings', () => {
  it('follows all three streams unless told otherwise', () => {
    const { serviceUrl, streams } = readSettings(least)
    expect(serviceUrl).toBe('http://127.0.0.1:3310')
    expect(streams).toEqual(['notes', 'activity-logs', 'admin-logs'])
  })

  it('names what is missing or wrong', () => {
    expect(() => readSettings({ ...least, SERVICE_PROJECT: '' })).toThrow('SERVICE_PROJECT')
    expect(() => readSettings({ ...least, TAIL_STREAMS: 'logs' })).toThrow(/'logs'.*notes, /)
    expect(() => readSettings({ ...least, TAIL_PAGE_SIZE: '0' })).toThrow(/from 1 to 100/)
  })
})

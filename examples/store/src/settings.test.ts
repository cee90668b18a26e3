import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.js'

describe('readSettings', () => {
  it('names a wrong port and what is allowed', () => {
    expect(() => readSettings({ AGENT_PORT: 'high' })).toThrow(/AGENT_PORT is 'high'.*0 to 65535/)
    expect(() => readSettings({ SERVICE_PORT: '-1' })).toThrow(/SERVICE_PORT is '-1'/)
  })

  it('takes ports, folder and database from the environment', () => {
    const environment = {
      SERVICE_PORT: '4001',
      AGENT_PORT: '4000',
      SERVICE_DATA_DIR: '/data',
      DEMO_DATABASE_URL: 'postgres://db',
    }
    expect(readSettings(environment)).toEqual({
      servicePort: 4001,
      agentPort: 4000,
      dataDir: '/data',
      databaseUrl: 'postgres://db',
      unused: [],
    })
  })

  it('leaves databases of others alone, and tells which', () => {
    const others = { DATABASE_URL: 'postgres://app', SERVICE_DATABASE_URL: 'postgres://service' }
    expect(readSettings(others)).toMatchObject({
      databaseUrl: undefined,
      unused: ['DATABASE_URL', 'SERVICE_DATABASE_URL'],
    })
  })
})

import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.js'

describe('readSettings', () => {
  it('needs nothing', () => {
    expect(readSettings({})).toMatchObject({ agentPort: 3352, dataDir: '.service' })
  })

  it('takes databases, port and service from the environment', () => {
    const environment = {
      POSTGRES_URL: 'postgres://db/shop',
      MONGO_URL: 'mongodb://db/shop',
      AGENT_PORT: '0',
      SERVICE_DATA_DIR: 'data',
      SERVICE_SERVER_URL: 'http://service.test',
      SERVICE_ENV_SECRET: 'e',
      SERVICE_AUTH_SECRET: 'a',
    }
    expect(readSettings(environment)).toEqual({
      agentPort: 0,
      dataDir: 'data',
      postgresUrl: 'postgres://db/shop',
      mongoUrl: 'mongodb://db/shop',
      service: { serverUrl: 'http://service.test', envSecret: 'e' },
      authSecret: 'a',
    })
  })

  it.each([
    [{ AGENT_PORT: 'high' }, /AGENT_PORT is 'high'.*0 to 65535/],
    [{ POSTGRES_URL: 'mysql://u:secret@db/x' }, /^POSTGRES_URL must look like postgres:/],
    [{ MONGO_URL: 'mongodb://u:secret@db' }, /^MONGO_URL must look like .*name of a database/],
    [{ SERVICE_SERVER_URL: 'http://service.test' }, /SERVICE_ENV_SECRET must be, too/],
  ])('names what is wrong in %o, never a password', (environment, message) => {
    expect(() => readSettings(environment)).toThrow(message)
    expect(() => readSettings(environment)).not.toThrow(/secret@/)
  })
})

import { describe, expect, it } from 'vitest'
import { readConfig, variableNames } from './config.js'

const LONG = 'a secret that is long enough, or so they say'

/** For every variable: values it takes, and values it refuses with the rule it tells. */
const rows: Readonly<
  Record<keyof typeof variableNames, readonly [readonly string[], readonly string[], string]>
> = {
  host: [['0.0.0.0', '::'], [], ''],
  port: [['0', '65535'], ['-1', '65536', '3.5', '80a', ' 80'], 'an integer from 0 to 65535'],
  publicUrl: [
    ['https://example.com', 'https://example.com/', 'http://[::1]:80/tools/back-office/'],
    ['example.com', 'ftp://example.com', 'https://example.com/?a=b', 'https://example.com/a%20b'],
    'http: or https://',
  ],
  dataDir: [['/srv/data'], [], ''],
  databaseUrl: [
    ['postgres://u:p@h/d', 'postgresql:///d'],
    ['mysql://u:p@h/d', 'h/d'],
    'postgres: or postgresql://',
  ],
  poolSize: [['2', '500'], ['1', '501', 'many'], 'an integer from 2 to 500'],
  statementTimeout: [['100', '600000'], ['99', '1s'], 'an integer from 100 to 600000'],
  databaseWait: [['0', '3600000'], ['-5', '1h'], 'an integer from 0 to 3600000'],
  redisUrl: [['redis://h:6379', 'rediss://h'], ['http://h'], 'redis: or rediss://'],
  smtpUrl: [
    [
      'smtp://mail.example.com',
      'smtps://user:p%40ss@mail.example.com:465/',
      'smtp://relay.internal:25?requireTLS=false',
      'smtp://100%:x@h',
    ],
    [
      'mail.internal',
      'https://mail.example.com',
      'smtp:///x',
      'smtp://h/path',
      'smtp://h?requiretls=false',
      'smtp://h?requireTLS=no',
    ],
    'must be like smtp://',
  ],
  mailFrom: [['service@example.com'], ['service', 'Service <service@example.com>'], 'an e-mail'],
  secret: [[LONG], ['short'], 'at least 32 characters'],
  rateLimit: [['1', '300'], ['0', 'x'], 'an integer from 1 to 100000000'],
  maxConcurrentRequests: [['1', '100000'], ['0', '1e3'], 'an integer from 1 to 100000'],
  requestTimeout: [['1000', '600000'], ['999'], 'an integer from 1000 to 600000'],
  eventHeartbeat: [['100', '30000'], ['99', '30001', '15s'], 'an integer from 100 to 30000'],
  maxEventStreams: [['1', '1000000'], ['0', 'all'], 'an integer from 1 to 1000000'],
  maxJobs: [['0', '32'], ['33', '-1', 'many'], 'an integer from 0 to 32'],
  trustedProxies: [
    ['10.0.0.1', '10.0.0.0/8, ::1, fd00::/8'],
    ['10.0.0.0/33', 'proxy', '10.0.0.1/8/8', '::1/129', '10.0.0.0/'],
    'IP addresses or ranges',
  ],
  ipRulesAllowLoopback: [['true', 'false'], ['yes', '1'], ': true, false.'],
  sessionHours: [['1', '8760'], ['0', '8761'], 'an integer from 1 to 8760'],
  metricsToken: [['t'.repeat(32)], ['short', LONG], 'at least 32 letters, digits or signs'],
  logLevel: [
    ['debug', 'silent'],
    ['verbose', 'INFO'],
    'fatal, error, warn, info, debug, trace, silent.',
  ],
  archiveDir: [['/srv/archives'], [], ''],
  panelDir: [['/srv/archives'], [], ''],
  adminEmail: [['admin@example.com'], ['admin'], 'an e-mail address'],
  adminPassword: [['twelve chars'], ['eleven char'], 'at least 12 characters'],
}
const secrets = ['databaseUrl', 'redisUrl', 'smtpUrl', 'secret', 'metricsToken', 'adminPassword']

describe('readConfig', () => {
  it('needs nothing: every setting has a sensible value, and an empty variable is one not set', () => {
    const config = readConfig({})
    expect(config).toMatchObject({ host: '127.0.0.1', port: 3310, rateLimit: 300 })
    const empty = Object.fromEntries(Object.values(variableNames).map(name => [name, '']))
    expect(readConfig(empty)).toEqual(config)
  })

  const names = Object.keys(rows) as (keyof typeof rows)[]
  const accepted = names.flatMap(key => rows[key][0].map(value => [key, value] as const))
  const refused = names.flatMap(key => rows[key][1].map(value => [key, value] as const))

  it.each(accepted)('takes %s = %j', (key, value) => {
    expect(readConfig({ [variableNames[key]]: value })[key]).toBeDefined()
  })

  it('refuses variables that nobody of ours reads, with the nearest one', () => {
    const read = () => readConfig({ SERVICE_PROT: '80', SERVICE_ENV_SECRET: 'of an agent' })
    expect(read).toThrow(
      /^The configuration is wrong:\n {2}SERVICE_PROT is not known\..*'SERVICE_PORT'\?$/,
    )
  })

  it.each(refused)('refuses %s = %j in one line that says what is allowed', (key, value) => {
    const name = variableNames[key]
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(rows[key][2])
    try {
      read()
    } catch (error) {
      const [title, line = '', ...more] = (error as Error).message.split('\n')
      expect([title, more]).toEqual(['The configuration is wrong:', []])
      expect(line).toMatch(new RegExp(`^ {2}${name} must (be|have|list) .*[.?]$`))
      if (secrets.includes(key)) expect(line).not.toContain(value)
      else expect(key === 'publicUrl' || line.includes(value)).toBe(true)
    }
  })

  it('tells all problems at once', () => {
    const read = () => readConfig({ SERVICE_PORT: 'x', SERVICE_RATE_LIMIT: '0' })
    expect(read).toThrow(/SERVICE_PORT must.*\n {2}SERVICE_RATE_LIMIT must/)
  })
})

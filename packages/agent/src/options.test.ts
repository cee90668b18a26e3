import { describe, expect, it } from 'vitest'
import { createAgent } from './agent.js'
import { type AgentOptions, resolveOptions } from './options.js'

const secrets = {
  authSecret: 'a secret for tests, of 32 characters',
  envSecret: '0123456789abcdef'.repeat(4),
}
const withOption = (option: object) => ({ ...secrets, ...option }) as AgentOptions

describe('options of createAgent', () => {
  it('are completed by defaults', () => {
    expect(resolveOptions(secrets)).toMatchObject({
      isProduction: false,
      loggerLevel: 'Info',
      prefix: '/service',
      schemaPath: '.service-schema.json',
      typingsMaxDepth: 2,
      useUnsafeActionEndpoint: false,
      allowedOrigins: [],
      panel: true,
      maxPageSize: 1000,
      maxBodySize: 10485760,
      escapeCsvFormulas: true,
      trustProxy: false,
      ipRulesAllowLoopback: false,
      instantCacheRefresh: true,
      skipSchemaUpdate: false,
    })
  })

  it.each([
    ['api', '/api'],
    ['/api/v1/', '/api/v1'],
    ['/', ''],
    ['', ''],
  ])('normalise the prefix %j to %j', (prefix, expected) => {
    expect(resolveOptions(withOption({ prefix })).prefix).toBe(expected)
  })

  it.each<[object, string]>([
    [
      { escapeCsvFormulas: 'no' },
      'Option \'escapeCsvFormulas\' is "no". It must be true or false.',
    ],
    [
      { authSecret: undefined },
      "Option 'authSecret' is missing: set SERVICE_AUTH_SECRET. It must be at least 32 random characters, such as 'openssl rand -hex 32' prints.",
    ],
    [{ authSecret: '' }, "Option 'authSecret' is missing: set SERVICE_AUTH_SECRET."],
    [{ envSecret: '' }, "Option 'envSecret' is missing: set SERVICE_ENV_SECRET. It must be 64"],
    [
      { authSecret: 12 },
      "Option 'authSecret' is a number (its value is not shown). It must be at least 32 random characters",
    ],
    [
      { authSecret: 'a'.repeat(31) },
      "Option 'authSecret' is a text of 31 characters (its value is not shown). It must be at least 32",
    ],
    [
      { activityLog: { maxByte: 1 } },
      "Unknown option 'maxByte' of 'activityLog'. The options are: folder, maxBytes. Did you mean 'maxBytes'?",
    ],
    [
      { previousAuthSecrets: 'the old one' },
      "Option 'previousAuthSecrets' is a text of 11 characters (its value is not shown). It must be a list of texts.",
    ],
    [
      { envSecret: 'ABC' },
      "Option 'envSecret' is a text of 3 characters (its value is not shown). It must be 64 lower-case hexadecimal digits, as the service shows them.",
    ],
    [
      { prefix: '/a b' },
      'Option \'prefix\' is "/a b". It must be a path of letters, digits, -, _, ~ and /.',
    ],
    [
      { loggerLevel: 'debug' },
      "Option 'loggerLevel' is \"debug\". It must be one of these: Debug, Info, Warn, Error. Did you mean 'Debug'?",
    ],
    [{ logger: 'console' }, 'Option \'logger\' is "console". It must be a function.'],
    [{ isProduction: 'yes' }, 'Option \'isProduction\' is "yes". It must be true or false.'],
    [{ maxPageSize: 0 }, "Option 'maxPageSize' is 0. It must be a whole number above 0."],
    [
      { typingsMaxDepth: 1.5 },
      "Option 'typingsMaxDepth' is 1.5. It must be a whole number above 0.",
    ],
    [{ schemaPath: '' }, 'Option \'schemaPath\' is "". It must be the path of a file.'],
    [
      { allowedOrigins: ['*'] },
      "Option 'allowedOrigins' is [\"*\"]. It must be a list of origins like 'https://admin.example.com'.",
    ],
    [
      { serverUrl: 'service.example.com' },
      'Option \'serverUrl\' is "service.example.com". It must be an address like https://service.example.com.',
    ],
    [
      { serverUrl: 'https://user:secret@service.example.com' },
      'It must be an address like https://service.example.com.',
    ],
    [{ maxSnapshotAge: 0 }, "Option 'maxSnapshotAge' is 0. It must be a whole number above 0."],
    [
      { service: 'https://service.example.com' },
      'Option \'service\' is "https://service.example.com". It must be a service, such as createInProcessService() makes.',
    ],
  ])('refuse %j', (option, message) => {
    expect(() => createAgent(withOption(option))).toThrow(message)
  })

  it('refuse an unknown option and name the known ones', () => {
    expect(() => createAgent(withOption({ authSecert: 'x' }))).toThrow(
      /^Unknown option 'authSecert'\. The options are: authSecret, envSecret, /,
    )
  })

  it('refuse what is not an object', () => {
    expect(() => createAgent(undefined as unknown as AgentOptions)).toThrow(
      'createAgent expects an object of options, not undefined.',
    )
  })

  it('pass to the logger what is at its level or above', () => {
    const lines: string[] = []
    const { logger } = resolveOptions(
      withOption({ loggerLevel: 'Warn', logger: (level: string) => lines.push(level) }),
    )
    for (const level of ['Debug', 'Info', 'Warn', 'Error'] as const) logger(level, 'text')
    expect(lines).toEqual(['Warn', 'Error'])
  })
})

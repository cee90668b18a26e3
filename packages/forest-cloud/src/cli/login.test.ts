import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../testing/run-command.js'
import {
  person,
  type StubService,
  startStubService,
  tokenNumber,
} from '../testing/start-stub-service.js'
import { temporaryFolder } from '../testing/temporary-folder.js'

const now = Date.UTC(2026, 0, 1)
const atTerminal = [
  ['E-mail', person.email],
  ['Password', person.password],
] as const

let service: StubService
let folder: string
let environment: Record<string, string>
beforeEach(async () => {
  service = await startStubService()
  folder = await temporaryFolder()
  environment = { TOKEN_PATH: folder, SERVICE_SERVER_URL: service.url }
  return () => service.stop()
})

const login = (
  args: readonly string[] = [],
  more: Partial<Parameters<typeof runCommand>[1]> = {},
) => runCommand(['login', ...args], { folder, environment, now, ...more })
const file = () => join(folder, '.service', 'credentials.json')
const kept = async () => JSON.parse(await readFile(file(), 'utf8'))
const readFileMode = async (path: string) => (await stat(path)).mode & 0o777
const lines = () => service.requests.map(({ line }) => line)

describe('login', () => {
  it('keeps a token that the service made for a password, and ends the session', async () => {
    const { code, output, errors } = await login([], { answers: atTerminal })
    expect([code, errors]).toEqual([0, ''])
    expect(await kept()).toEqual({
      [service.url]: { id: 1, token: tokenNumber(1), email: person.email },
    })
    expect(output).toContain(`Logged in to ${service.url} as ${person.email}.`)
    expect(lines()).toEqual([
      'POST /api/sessions',
      'POST /api/me/tokens',
      'GET /api/me',
      'DELETE /api/session',
    ])
    expect(JSON.parse(service.requests[1]?.body ?? '')).toEqual({
      name: `forest-cloud on ${hostname()}`,
      expiresAt: '2026-04-01T00:00:00.000Z',
    })
  })

  it('shows neither password nor token', async () => {
    const { output, errors } = await login([], { answers: atTerminal })
    expect(output + errors).not.toContain(person.password)
    expect(output + errors).not.toContain(tokenNumber(1))
  })

  it.each([0o000, 0o022, 0o277])(
    'keeps tokens for their owner alone, whatever the umask is: %o',
    async umask => {
      const previous = process.umask(umask)
      try {
        expect((await login([], { answers: atTerminal })).code).toBe(0)
      } finally {
        process.umask(previous)
      }
      expect(await readFileMode(file())).toBe(0o600)
      expect(await readFileMode(join(folder, '.service'))).toBe(0o700)
    },
  )

  it('revokes the token it kept before, once the new one is kept', async () => {
    await login([], { answers: atTerminal })
    await login([], { answers: atTerminal })
    expect([...service.tokens.keys()]).toEqual([tokenNumber(2)])
    expect(lines().slice(-2)).toEqual(['DELETE /api/session', 'DELETE /api/me/tokens/1'])
    expect((await kept())[service.url].token).toBe(tokenNumber(2))
  })

  it('keeps the previous token when the password is wrong', async () => {
    await login([], { answers: atTerminal })
    const { code, errors } = await login(['--email', person.email], {
      answers: [['Password', 'a wrong password']],
    })
    expect(code).toBe(1)
    expect(errors).toMatch(/The e-mail address or the password is wrong\..*--token-stdin/)
    expect(errors.trim().split('\n')).toHaveLength(1)
    expect([...service.tokens.keys()]).toEqual([tokenNumber(1)])
    expect((await kept())[service.url].token).toBe(tokenNumber(1))
  })

  it('revokes the new token when it cannot be kept', async () => {
    await writeFile(join(folder, '.service'), '')
    const { code, errors } = await login([], { answers: atTerminal })
    expect(code).toBe(1)
    expect(errors).toContain(file())
    expect(service.tokens.size).toBe(0)
  })

  it('keeps one token per service', async () => {
    const other = await startStubService()
    try {
      await login([], { answers: atTerminal })
      await login(['--server-url', `${other.url}/`], { answers: atTerminal })
      expect(Object.keys(await kept())).toEqual([service.url, other.url])
      expect([service.tokens.size, other.tokens.size]).toEqual([1, 1])
    } finally {
      await other.stop()
    }
  })

  it('takes a token from a pipe, and does not revoke one it did not make', async () => {
    for (const id of [41, 42]) {
      service.tokens.set(tokenNumber(id), id)
      const { code } = await login(['--token-stdin'], { input: `${tokenNumber(id)}\n` })
      expect(code).toBe(0)
      expect(await kept()).toEqual({
        [service.url]: { token: tokenNumber(id), email: person.email },
      })
    }
    expect(service.tokens.size).toBe(2)
    expect(new Set(lines())).toEqual(new Set(['GET /api/me']))
  })

  it.each([
    [
      'not a token',
      "What came on standard input is not a personal token: personal tokens begin with 'svcp_'.",
    ],
    [tokenNumber(9), 'rejected this token: it is unknown, expired or revoked.'],
    [`svcp_${'x'.repeat(20)}\r\nx-evil: 1`, 'is not a personal token'],
  ])('rejects the piped token %j', async (input, message) => {
    const { code, errors } = await login(['--token-stdin'], { input })
    expect(code).toBe(1)
    expect(errors).toContain(message)
    expect(errors).not.toContain(tokenNumber(9))
    await expect(stat(file())).rejects.toThrow('ENOENT')
  })

  it('says what to do without a terminal', async () => {
    const { code, errors } = await login()
    expect(code).toBe(1)
    expect(errors).toMatch(/needs a terminal\. .*--token-stdin.*SERVICE_AUTH_TOKEN/)
    expect(lines()).toEqual([])
  })

  it('can be cancelled', async () => {
    const { code, errors } = await login([], { answers: [['E-mail', '\u0003']] })
    expect([code, errors]).toEqual([1, 'forest-cloud: Cancelled.\n'])
    expect(lines()).toEqual([])
  })

  it('reads its settings from .env, which the environment wins over', async () => {
    await writeFile(join(folder, '.env'), `SERVICE_SERVER_URL=${service.url}\nTOKEN_PATH=tokens\n`)
    service.tokens.set(tokenNumber(5), 5)
    const { code } = await runCommand(['login', '--token-stdin'], {
      folder,
      environment: { TOKEN_PATH: folder },
      input: tokenNumber(5),
    })
    expect(code).toBe(0)
    expect(Object.keys(await kept())).toEqual([service.url])
  })
})

describe('the file of credentials', () => {
  const keepOne = async () => {
    service.tokens.set(tokenNumber(5), 5)
    return login(['--token-stdin'], { input: tokenNumber(5) })
  }

  it('is narrowed when others could read it, with a warning', async () => {
    await mkdir(join(folder, '.service'), { mode: 0o755 })
    await writeFile(file(), '{}')
    await chmod(file(), 0o644)
    const { code, errors } = await keepOne()
    expect([code, errors]).toEqual([0, expect.stringContaining(`Others could read '${file()}'`)])
    expect([await readFileMode(file()), await readFileMode(join(folder, '.service'))]).toEqual([
      0o600, 0o700,
    ])
  })

  it.each(['file', 'folder'])(
    'is not reached through a symbolic link in place of its %s',
    async what => {
      const elsewhere = await temporaryFolder()
      const target = join(elsewhere, 'victim')
      if (what === 'folder') {
        await mkdir(target)
        await symlink(target, join(folder, '.service'))
      } else {
        await mkdir(join(folder, '.service'))
        await writeFile(target, '{}')
        await symlink(target, file())
      }
      const { code, errors } = await keepOne()
      expect(code).toBe(1)
      expect(errors).toContain('is a symbolic link, which is not followed.')
      if (what === 'file') expect(await readFile(target, 'utf8')).toBe('{}')
      else await expect(stat(join(target, 'credentials.json'))).rejects.toThrow('ENOENT')
    },
  )

  it.each(['{', '[]', '{"http://x":{}}'])('is not overwritten when it holds %j', async content => {
    await mkdir(join(folder, '.service'))
    await writeFile(file(), content, { mode: 0o600 })
    const { code, errors } = await keepOne()
    expect(code).toBe(1)
    expect(errors).toContain('does not contain credentials. Delete it and log in again.')
    expect(await readFile(file(), 'utf8')).toBe(content)
  })
})

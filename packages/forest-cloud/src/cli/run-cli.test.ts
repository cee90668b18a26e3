import { expect, it } from 'vitest'
import { readVersion } from '../project/package-folder.js'
import { runCommand } from '../testing/run-command.js'
import { temporaryFolder } from '../testing/temporary-folder.js'

it('lists its commands', async () => {
  const { code, output } = await runCommand(['--help'], { folder: await temporaryFolder() })
  expect(code).toBe(0)
  for (const name of ['bootstrap', 'update-typings', 'login']) {
    expect(output).toMatch(new RegExp(`^  ${name}\\b`, 'm'))
  }
})

it('prints its version', async () => {
  const { code, output } = await runCommand(['-v'], { folder: await temporaryFolder() })
  expect([code, output]).toEqual([0, `${readVersion()}\n`])
})

it.each([
  [['publish'], "error: unknown command 'publish'"],
  [['update-typings', 'now'], 'error: too many arguments'],
  [['login', '--email'], "error: option '--email <address>' argument missing"],
  [['login', '--server-url', 'nowhere'], '--server-url must be an address like https://'],
])('returns 2 to the wrong call %j', async (args, message) => {
  const { code, output, errors } = await runCommand(args, { folder: await temporaryFolder() })
  expect([code, output]).toEqual([2, ''])
  expect(errors).toContain(message)
})

it('warns when secrets would travel unencrypted', async () => {
  const folder = await temporaryFolder()
  const run = (url: string) => runCommand(['login', '--server-url', url], { folder })
  expect((await run('http://service.example.com')).errors).toContain('is not encrypted')
  for (const url of ['https://service.example.com', 'http://localhost:3310', 'http://[::1]:3310']) {
    expect((await run(url)).errors).not.toContain('is not encrypted')
  }
})

import { createServer } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { runMcpServer } from './run-mcp-server.js'

const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
afterEach(() => errors.mockClear())
const said = () => errors.mock.calls.map(([text]) => String(text)).join('')

describe('the command', () => {
  it('names a wrong variable and ends with code 2', async () => {
    expect(await runMcpServer({ SERVICE_ENV_SECRET: 'abc' })).toBe(2)
    expect(said()).toBe(
      'error: The variable SERVICE_ENV_SECRET is wrong. It must be 64 lower-case hexadecimal digits.\n',
    )
  })

  it('leaves no listener of signals behind', async () => {
    const before = process.listenerCount('SIGINT')
    await runMcpServer({})
    expect(process.listenerCount('SIGINT')).toBe(before)
  })

  it('ends with code 1 when the service does not answer and the agent is not named', async () => {
    const nobody = createServer()
    await new Promise<void>(resolve => nobody.listen(0, '127.0.0.1', resolve))
    const { port } = nobody.address() as { port: number }
    await new Promise(resolve => nobody.close(resolve))
    const environment = {
      SERVICE_ENV_SECRET: '0'.repeat(64),
      SERVICE_AUTH_SECRET: 'an auth secret of at least 32 characters',
      SERVICE_SERVER_URL: `http://127.0.0.1:${port}`,
    }
    expect(await runMcpServer(environment)).toBe(1)
    expect(said()).toMatch(/service/)
  })
})

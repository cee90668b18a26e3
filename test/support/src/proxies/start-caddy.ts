import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findProgram } from '../find-program.js'
import { freePort } from '../free-port.js'
import { type Certificate, makeCertificate } from './make-certificate.js'
import {
  adapt,
  type ProxySettings,
  proxyHosts,
  type RunningProxy,
  startProgram,
} from './running-proxy.js'

const deploy = fileURLToPath(new URL('../../../../deploy/caddy/', import.meta.url))

/** Whether Caddy is installed. */
export const hasCaddy = (): boolean => findProgram('caddy', ['/usr/bin']) !== undefined

/** Starts Caddy with a configuration of `deploy/caddy`, in a folder of its own. */
export async function startCaddy(settings: ProxySettings): Promise<RunningProxy> {
  const bin = findProgram('caddy', ['/usr/bin'])
  if (bin === undefined) throw new Error('Caddy is not installed.')
  const folder = await mkdtemp(join(tmpdir(), 'caddy-'))
  const certificate = await makeCertificate(folder, [...Object.values(proxyHosts), '127.0.0.1'])
  const admin = `127.0.0.1:${await freePort()}`
  const path = join(folder, 'Caddyfile')
  const write = async (current: ProxySettings) =>
    writeFile(path, wrap(folder, admin, await readConfiguration(current, certificate)))
  await write(settings)
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const file = ['--config', path, '--adapter', 'caddyfile']
  const program = join(bin, 'caddy')
  const { stop } = await startProgram(program, ['run', ...file], settings.port, env)
  return {
    ca: certificate.ca,
    readLog: () => readFile(join(folder, 'access.log'), 'utf8'),
    async reload(change) {
      await write({ ...settings, ...change })
      await promisify(execFile)(program, ['reload', ...file, '--address', admin], {
        env: { PATH: process.env.PATH, ...env },
      })
    },
    async stop() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function readConfiguration(
  { layout, port, service, agent }: ProxySettings,
  { certificatePath, keyPath }: Certificate,
): Promise<string> {
  const file = layout === 'hosts' ? 'Caddyfile' : 'sub-path.Caddyfile'
  const text = await readFile(join(deploy, file), 'utf8')
  const sites = layout === 'hosts' ? [proxyHosts.service, proxyHosts.agent] : [proxyHosts.shared]
  return adapt(text, [
    ['reverse_proxy 127.0.0.1:3310', `reverse_proxy ${service.join(' ')}`],
    ['reverse_proxy 127.0.0.1:3351', `reverse_proxy ${agent}`],
    ...sites.map(
      host =>
        [
          `\n${host} {`,
          `\nhttps://${host}:${port} {\n\tbind 127.0.0.1\n\ttls ${certificatePath} ${keyPath}\n\tlog`,
        ] as const,
    ),
  ])
}

const wrap = (folder: string, admin: string, configuration: string) => `{
	admin ${admin}
	auto_https disable_redirects
	log {
		output file ${join(folder, 'access.log')}
	}
}
${configuration}`

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findProgram } from '../find-program.js'
import { type Certificate, makeCertificate } from './make-certificate.js'
import {
  adapt,
  type ProxySettings,
  proxyHosts,
  type RunningProxy,
  startProgram,
} from './running-proxy.js'

const deploy = fileURLToPath(new URL('../../../../deploy/nginx/', import.meta.url))

/** Whether nginx is installed. */
export const hasNginx = (): boolean => findProgram('nginx', ['/usr/sbin']) !== undefined

/** Starts nginx with a configuration of `deploy/nginx`, in a folder of its own. */
export async function startNginx(settings: ProxySettings): Promise<RunningProxy> {
  const bin = findProgram('nginx', ['/usr/sbin'])
  if (bin === undefined) throw new Error('nginx is not installed.')
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'))
  const certificate = await makeCertificate(folder, [...Object.values(proxyHosts), '127.0.0.1'])
  const path = join(folder, 'nginx.conf')
  const write = async (current: ProxySettings) =>
    writeFile(path, wrap(folder, await readConfiguration(folder, current, certificate)))
  await write(settings)
  const args = ['-p', folder, '-c', path, '-e', join(folder, 'error.log')]
  const { child, stop } = await startProgram(join(bin, 'nginx'), args, settings.port)
  const readErrors = () => readFile(join(folder, 'error.log'), 'utf8')
  return {
    ca: certificate.ca,
    readLog: () => readFile(join(folder, 'access.log'), 'utf8'),
    async reload(change) {
      await write({ ...settings, ...change })
      const count = async () => (await readErrors()).split('start worker process ').length
      const before = await count()
      child.kill('SIGHUP')
      while ((await count()) === before) await sleep(10)
    },
    async stop() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function readConfiguration(
  folder: string,
  { layout, port, service, agent }: ProxySettings,
  { certificatePath, keyPath }: Certificate,
): Promise<string> {
  const file = layout === 'hosts' ? 'backoffice.conf' : 'sub-path.conf'
  const text = await readFile(join(deploy, file), 'utf8')
  const instances = service
    .map(address => `server ${address} max_fails=1`)
    .join(' fail_timeout=2s;\n')
  return adapt(text, [
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['server 127.0.0.1:3310 max_fails=1', instances],
    ['server 127.0.0.1:3351', `server ${agent}`],
    ['/etc/ssl/backoffice/fullchain.pem', certificatePath],
    ['/etc/ssl/backoffice/privkey.pem', keyPath],
    ['/var/log/nginx/backoffice.log', join(folder, 'access.log')],
    ['/etc/nginx/snippets/backoffice-proxy.conf', join(deploy, 'backoffice-proxy.conf')],
    ...(layout === 'hosts'
      ? [['listen 80;', `listen unix:${join(folder, 'http')};`] as const]
      : []),
  ])
}

/** What Debian's `nginx.conf` has around the file, for one user and one folder. */
const wrap = (folder: string, configuration: string) => `
daemon off;
worker_processes 1;
pid ${join(folder, 'pid')};
error_log ${join(folder, 'error.log')} notice;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${join(folder, name)};`).join('\n  ')}
  access_log off;
${configuration}
}
`

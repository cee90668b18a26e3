import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, signInByPassword } from '../ask.js'
import { type OpenImage, openImage } from './open-image.js'
import { type RunningContainer, runContainer } from './run-container.js'
import { whyNoContainers } from './why-no-containers.js'

const MOST_BYTES = 250e6
/** What `docker stop` waits before it kills. */
const GRACE_MS = 10_000
const USER = 65532
const email = 'admin@example.com'
const password = 'seven blue boats 31'
const BUILD_TIMEOUT = 900_000

const reason = whyNoContainers()
if (reason) console.warn(`The container image is not built. ${reason}`)

describe.skipIf(reason)('the container image', () => {
  let image: OpenImage
  let folder: string
  let url: string
  let port: number
  const running = new Set<RunningContainer>()
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backoffice-'))
    const start = performance.now()
    image = await openImage()
    const seconds = (performance.now() - start) / 1000
    console.info(
      `The image has ${(image.size / 1e6).toFixed(0)} MB; built in ${seconds.toFixed(0)} s.`,
    )
    await writeFile(join(folder, 'password'), `${password}\n`, { mode: 0o444 })
    port = await freePort()
    url = `http://127.0.0.1:${port}`
  }, BUILD_TIMEOUT)
  afterAll(async () => {
    for (const container of running) await container.kill('SIGKILL')
    await image?.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** A volume that belongs to the user of the image, as volumes of Docker do. */
  const makeVolume = async (name: string) => {
    const path = join(folder, name)
    await mkdir(path)
    await chown(path, USER, USER)
    return path
  }
  const run = async (volume: string, command?: readonly string[]) => {
    const container = await runContainer({
      root: image.root,
      image: image.config,
      mounts: { '/data': volume, '/run/secrets/password': join(folder, 'password') },
      variables: {
        SERVICE_PORT: String(port),
        SERVICE_ADMIN_EMAIL: email,
        SERVICE_ADMIN_PASSWORD_FILE: '/run/secrets/password',
      },
      ...(command && { command }),
    })
    running.add(container)
    container.ended.then(() => running.delete(container))
    return container
  }
  const checkHealth = (container: RunningContainer) => {
    const [kind, ...command] = image.config.Healthcheck.Test
    expect(kind).toBe('CMD')
    return container.run(command)
  }
  const start = async (volume: string) => {
    const container = await run(volume)
    const ended = container.ended.then(code => `it ended with ${code}: ${container.output()}`)
    const state = () => Promise.race([checkHealth(container), ended])
    await expect.poll(state, { interval: 500, timeout: 110_000 }).toBe(0)
    return container
  }
  const runToEnd = async (volume: string, ...command: readonly string[]) => {
    const container = await run(volume, command)
    return { code: await container.ended, output: container.output() }
  }
  const listProjects = async () => {
    const owner = await signInByPassword(url, email, password)
    const { data } = await ask<{ data: { name: string }[] }>(url, 'GET', '/api/projects', owner)
    return data.map(each => each.name)
  }

  it('is at most 250 MB large, with its base', () => {
    expect(image.size).toBeGreaterThan(100e6)
    expect(image.size).toBeLessThanOrEqual(MOST_BYTES)
  })

  it('has a user who is not root, one volume, one port, and labels', () => {
    expect(image.config).toMatchObject({
      User: `${USER}:${USER}`,
      Volumes: { '/data': {} },
      ExposedPorts: { '3310/tcp': {} },
      StopSignal: 'SIGTERM',
      Labels: {
        'org.opencontainers.image.licenses': 'MIT',
        'org.opencontainers.image.version': '1.2.3',
        'org.opencontainers.image.revision': '0123abc',
      },
    })
    expect(Object.keys(image.config.Volumes)).toHaveLength(1)
  })

  it('has no shell, no package manager, no compiler, no sources and no settings of the build', () => {
    const unwanted = [
      ...['bin/sh', 'bin/bash', 'usr/bin/apt-get', 'usr/bin/dpkg', 'usr/bin/cc', 'usr/bin/make'],
      ...['usr/local/bin/npm', 'usr/local/lib/node_modules', 'root/.npm', 'npm-cache', 'source'],
      ...['app/node_modules/typescript', 'app/node_modules/vite', 'app/src'],
    ]
    expect(unwanted.filter(path => existsSync(join(image.root, path)))).toEqual([])
    expect(existsSync(join(image.root, 'app/LICENSES.txt'))).toBe(true)
  })

  it('serves the panel, keeps its data when it is killed, and ends in time when it is stopped', async () => {
    const volume = await makeVolume('data')
    const first = await start(volume)
    const page = await fetch(`${url}/sign-in`)
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=UTF-8',
    ])
    expect(await page.text()).toContain('<script')
    const owner = await signInByPassword(url, email, password)
    await ask(url, 'POST', '/api/projects', owner, { name: 'Shop' })
    await first.kill('SIGKILL')
    expect(await first.ended).toBe(137)

    const second = await start(volume)
    expect(await listProjects()).toEqual(['Shop'])
    const stopped = performance.now()
    await second.kill(image.config.StopSignal)
    expect(await second.ended).toBe(0)
    expect(performance.now() - stopped).toBeLessThan(GRACE_MS)
  })

  it('restores a backup into an empty volume', async () => {
    const volume = join(folder, 'data')
    const saved = await runToEnd(volume, 'backup', '/data/backup.ndjson.gz')
    expect(saved).toMatchObject({ code: 0, output: expect.stringMatching(/^Wrote \d+ rows/) })
  })

  it('writes nowhere but into its volume and /tmp, as a user without rights', async () => {
    const script = `
      const fs = require('node:fs')
      const tried = path => { try { fs.writeFileSync(path + '/x', ''); return 'written' } catch (error) { return error.code } }
      const status = fs.readFileSync('/proc/self/status', 'utf8')
      const find = name => status.match(new RegExp('^' + name + ':\\\\s*(.*)$', 'm'))[1]
      console.log(JSON.stringify({
        uid: process.getuid(), gid: process.getgid(), capabilities: find('CapEff'), noNewPrivileges: find('NoNewPrivs'),
        root: tried('/'), app: tried('/app'), data: tried('/data'), tmp: tried('/tmp'),
      }))`
    const container = await runContainer({
      root: image.root,
      image: { ...image.config, Entrypoint: ['/usr/local/bin/node', '-e', script], Cmd: [] },
      mounts: { '/data': await makeVolume('other') },
      variables: {},
    })
    expect(await container.ended).toBe(0)
    expect(JSON.parse(container.output())).toEqual({
      uid: USER,
      gid: USER,
      capabilities: '0000000000000000',
      noNewPrivileges: '1',
      root: 'EROFS',
      app: 'EROFS',
      data: 'written',
      tmp: 'written',
    })
  })
})

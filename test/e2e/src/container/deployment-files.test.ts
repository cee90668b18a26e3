import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unknownVariables } from '@service/protocol'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readDockerfile, readVariables } from './read-dockerfile.js'
import { baseImages } from './stand-in-images.js'

const repository = fileURLToPath(new URL('../../../..', import.meta.url))
const read = (path: string) => readFileSync(join(repository, path), 'utf8')
// biome-ignore lint/suspicious/noExplicitAny: files of other programs, whose every level is looked into.
const readYaml = (path: string): any => parse(read(path), { merge: true })

const stages = readDockerfile(read('deploy/container/Dockerfile'))
const last = stages.at(-1)!
const find = (word: string) => last.filter(each => each.word === word).map(each => each.rest)
const variables = readVariables(last)
const [user] = find('USER')
const [volume] = find('VOLUME')
const port = Number(find('EXPOSE')[0])
const healthRoutes = read('apps/service/src/features/health/routes.ts')
const hasRoute = (path: string) => healthRoutes.includes(`path: '${path}'`)

describe('the Dockerfile', () => {
  it('begins each stage with an image that tests make, none of them the latest', () => {
    expect(stages.map(([from]) => from!.rest.split(' ')[0])).toEqual(Object.values(baseImages))
    for (const image of Object.values(baseImages)) expect(image).toMatch(/:[\w.-]+$/)
  })

  it('only copies in the last stage, and runs as a number that is not root', () => {
    expect(find('RUN')).toEqual([])
    expect(find('COPY').every(each => each.startsWith('--from=build '))).toBe(true)
    expect(user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  })

  it('sets variables that the service knows, which agree with its volume and port', () => {
    expect(unknownVariables(variables)).toEqual([])
    expect(variables).toMatchObject({ SERVICE_DATA_DIR: volume, SERVICE_PORT: `${port}` })
    expect(read('apps/service/src/config.ts')).toContain(`default(${port})`)
  })

  it('checks its health without a shell, on a route that exists', () => {
    const [health = ''] = find('HEALTHCHECK')
    expect(health).toContain('CMD ["node", "/app/health.mjs"]')
    const [, path = ''] = read('deploy/container/health.mjs').match(/\}(\/\w+)`/) ?? []
    expect([path, hasRoute(path)]).toEqual(['/readyz', true])
  })

  it('is built without results of builds, tests, secrets and settings of this machine', () => {
    const rules = read('.dockerignore').split('\n')
    expect(rules.find(rule => !rule.startsWith('#'))).toBe('*')
    for (const rule of ['**/node_modules', '**/dist', '**/.env*', '**/.service']) {
      expect(rules).toContain(rule)
    }
  })
})

describe('compose.yaml', () => {
  const { services, secrets, volumes, networks } = readYaml('deploy/compose/compose.yaml')

  it('gives no service more rights than it needs', () => {
    expect(Object.keys(services)).toEqual(['backoffice', 'postgres', 'redis'])
    for (const [name, service] of Object.entries<Record<string, unknown>>(services)) {
      expect([name, service]).toMatchObject([
        name,
        { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
      ])
      expect([name, service.privileged]).toEqual([name, undefined])
      if (name !== 'backoffice') expect(service.user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    }
  })

  it('starts the service when its databases are healthy, which only it can reach', () => {
    const { depends_on } = services.backoffice
    expect(depends_on).toEqual({
      postgres: { condition: 'service_healthy' },
      redis: { condition: 'service_healthy' },
    })
    for (const name of Object.keys(depends_on)) {
      expect(services[name].healthcheck.test[0]).toBe('CMD')
      expect(services[name].image).toMatch(/:\d[\w.-]*$/)
      expect([services[name].networks, services[name].ports]).toEqual([['inside'], undefined])
    }
    expect(networks.inside.internal).toBe(true)
  })

  it('agrees with the image: variables, port, volume', () => {
    const { environment, ports, build } = services.backoffice
    expect(unknownVariables(environment)).toEqual([])
    expect(ports).toEqual([`127.0.0.1:${port}:${port}`])
    expect(services.backoffice.volumes).toEqual([`data:${volume}`])
    expect(Object.keys(volumes)).toContain('data')
    expect(existsSync(join(repository, 'deploy/compose', build.context, build.dockerfile))).toBe(
      true,
    )
  })

  it('has its secrets in files that create-secrets.sh makes once', () => {
    const folder = mkdtempSync(join(tmpdir(), 'compose-'))
    try {
      cpSync(join(repository, 'deploy/compose'), folder, { recursive: true })
      const create = () => execFileSync(join(folder, 'create-secrets.sh'), { encoding: 'utf8' })
      expect(create()).toMatch(/^(secrets\/[\w-]+ is created\.\n){4}$/)
      const files = Object.entries<{ file: string }>(secrets).map(([name, { file }]) => {
        expect(file).toBe(`./secrets/${name}`)
        return [name, readFileSync(join(folder, file), 'utf8')] as const
      })
      expect(create()).toMatch(/^(secrets\/[\w-]+ is kept\.\n){4}$/)
      expect(readdirSync(join(folder, 'secrets')).sort()).toEqual(
        files.map(([name]) => name).sort(),
      )
      const values = Object.fromEntries(files)
      for (const [name, value] of files) {
        expect([name, value]).toEqual([name, expect.stringMatching(/^\S{64,}\n$/)])
        expect(readFileSync(join(folder, 'secrets', name), 'utf8')).toBe(value)
      }
      expect(new Set(Object.values(values)).size).toBe(4)
      const { environment } = services.postgres
      const { username, password, pathname } = new URL(values['database-url'] ?? '')
      expect([username, pathname]).toEqual([
        environment.POSTGRES_USER,
        `/${environment.POSTGRES_DB}`,
      ])
      expect(`${password}\n`).toBe(values['database-password'])
      expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700)
      expect(statSync(join(folder, 'secrets/database-url')).mode & 0o777).toBe(0o444)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('mounts every secret that it names', () => {
    for (const service of [services.backoffice, services.postgres]) {
      const named = Object.entries<string>(service.environment)
        .filter(([name]) => name.endsWith('_FILE'))
        .map(([, path]) => path.replace('/run/secrets/', ''))
      expect(named.sort()).toEqual([...service.secrets].sort())
    }
  })
})

describe('the Kubernetes manifests', () => {
  const folder = 'deploy/kubernetes'
  const files = readdirSync(join(repository, folder)).sort()
  const { resources, images, namespace } = readYaml(`${folder}/kustomization.yaml`)
  const objects = resources.map((file: string) => readYaml(`${folder}/${file}`))
  const pick = (kind: string) => objects.find((each: { kind: string }) => each.kind === kind)
  const deployment = pick('Deployment').spec
  const pod = deployment.template.spec
  const containers = [...pod.initContainers, ...pod.containers]
  const [container] = pod.containers
  const settings = pick('ConfigMap').data

  it('are all applied, into one namespace, and none is a secret', () => {
    expect([...resources, 'kustomization.yaml'].sort()).toEqual(files)
    for (const { kind, metadata } of objects) {
      expect(kind).not.toBe('Secret')
      expect(kind === 'Namespace' ? metadata.name : metadata.namespace).toBe(namespace)
    }
  })

  it('run two pods, of which one stays when nodes are drained', () => {
    expect(deployment.replicas).toBe(2)
    expect(pick('PodDisruptionBudget').spec.minAvailable).toBeLessThan(deployment.replicas)
    const { labels } = deployment.template.metadata
    expect(deployment.selector.matchLabels).toEqual(labels)
    expect(pick('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels)
    expect(pick('Service').spec.selector).toEqual(labels)
    expect(pick('NetworkPolicy').spec.podSelector.matchLabels).toEqual(labels)
    expect(deployment.strategy.rollingUpdate.maxUnavailable).toBe(0)
  })

  it('migrate first, with the same image, settings and rights', () => {
    expect(containers.map(each => [each.name, each.args])).toEqual([
      ['migrate', ['migrate']],
      ['backoffice', ['up']],
    ])
    for (const each of containers) {
      expect(each.image).toBe(images[0].name)
      expect(each.envFrom).toEqual(container.envFrom)
      expect(each.volumeMounts).toEqual(container.volumeMounts)
      expect(each.resources).toEqual(container.resources)
      expect(each.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    }
  })

  it('run as the user of the image, with a writable folder for its data and for /tmp only', () => {
    const [uid, gid] = user!.split(':').map(Number)
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: uid,
      runAsGroup: gid,
      seccompProfile: { type: 'RuntimeDefault' },
    })
    const writable = container.volumeMounts.filter((each: { readOnly?: boolean }) => !each.readOnly)
    expect(writable.map((each: { mountPath: string }) => each.mountPath)).toEqual([volume, '/tmp'])
    expect([pod.automountServiceAccountToken, pod.enableServiceLinks]).toEqual([false, false])
  })

  it('probe routes that exist, on the port of the image', () => {
    expect(container.ports).toEqual([{ name: 'http', containerPort: port }])
    expect(pick('Service').spec.ports[0].targetPort).toBe('http')
    const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'].map(name => {
      const { path, port: target } = container[name].httpGet
      expect([target, hasRoute(path)]).toEqual(['http', true])
      return path
    })
    // The database is no reason to restart a pod.
    expect(probes).toEqual(['/healthz', '/healthz', '/readyz'])
  })

  it('set variables that the service knows, and name files of the secret that the guide creates', () => {
    expect(unknownVariables(settings)).toEqual([])
    const guide = read('docs/operate/deploy/kubernetes.md')
    const paths = Object.entries<string>(settings).filter(([name]) => name.endsWith('_FILE'))
    const mount = container.volumeMounts.find((each: { name: string }) => each.name === 'secrets')
    const { secretName } = pod.volumes.find(
      (each: { name: string }) => each.name === 'secrets',
    ).secret
    expect(guide).toContain(`kubectl create secret generic ${secretName} --namespace ${namespace}`)
    for (const [, path] of paths) {
      const [file] = path.split('/').slice(-1)
      expect(path).toBe(`${mount.mountPath}/${file}`)
      expect(guide).toMatch(new RegExp(`--from-(?:file|literal)=${file}=`))
    }
  })
})

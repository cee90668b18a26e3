import type { CurrentHandler, MountedOptions } from './mount.js'
import { type ExpressHost, mountOnExpress } from './mount-on-express.js'
import { type FastifyHost, mountOnFastify } from './mount-on-fastify.js'

/** The members of a NestJS application that a mount uses, with either HTTP adapter. */
export interface NestHost {
  getHttpAdapter(): { getType(): string; getInstance(): unknown }
}

type Mount = (instance: unknown, ...mount: [string, CurrentHandler, MountedOptions]) => void

const mountsByAdapter: Readonly<Record<string, Mount>> = {
  express: (instance, ...mount) => mountOnExpress(instance as ExpressHost, ...mount),
  fastify: (instance, ...mount) => mountOnFastify(instance as FastifyHost, ...mount),
}

/**
 * Serves the paths under the prefix, and those claimed, from a NestJS application, on Express or on Fastify. Call it
 * before `app.listen` or `app.init`.
 *
 * @example
 * mountOnNestJs(await NestFactory.create(AppModule), '/service', () => handler)
 */
export function mountOnNestJs(
  app: NestHost,
  prefix: string,
  handler: CurrentHandler,
  options: MountedOptions = {},
): void {
  const adapter = app.getHttpAdapter()
  const mount = mountsByAdapter[adapter.getType()]
  if (mount === undefined) {
    throw new TypeError(
      `The NestJS adapter "${adapter.getType()}" is not supported: use one of ` +
        Object.keys(mountsByAdapter).join(', '),
    )
  }
  mount(adapter.getInstance(), prefix, handler, options)
}

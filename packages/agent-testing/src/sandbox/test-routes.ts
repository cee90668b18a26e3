import type { SchemaFile } from '@service/protocol'
import type { TestService } from '../test-service/test-service.js'
import { readAgentUrl } from './agent-url.js'
import { failure, type SandboxRoute } from './route.js'

interface Command {
  readonly command: string
  readonly arguments: readonly unknown[]
}

/** Routes for tests; a real service does not have them. */
export const testRoutes: readonly SandboxRoute[] = [
  {
    method: 'POST',
    path: '/agent-schema',
    handleAgent: async ({ environment, body }) => {
      await environment.storeSchema(body as SchemaFile)
      return { status: 200, body: {} }
    },
  },
  {
    method: 'POST',
    path: '/agent-address',
    handleAgent: ({ environment: { signIn }, body }) => {
      const { agentUrl } = body as { readonly agentUrl: string }
      // A URL set by the test takes precedence.
      signIn.agentUrl ??= readAgentUrl(agentUrl)
      return { status: 200, body: {} }
    },
  },
  {
    method: 'POST',
    path: '/permission-override',
    handleAgent: async ({ environment: { testService }, body }) => {
      for (const [name, given] of Object.entries(readCollections(body))) {
        const { collection = {}, actions = {} } = given
        await testService.overrideCollectionPermission(name, collection)
        for (const [action, rights] of Object.entries(actions)) {
          await testService.overrideActionPermission(name, action, rights)
        }
      }
      return { status: 200, body: {} }
    },
  },
  {
    method: 'DELETE',
    path: '/permission-override',
    handleAgent: async ({ environment }) => {
      await environment.testService.clearPermissionOverride()
      return { status: 200, body: {} }
    },
  },
  {
    method: 'POST',
    path: '/test-service',
    handleAgent: async ({ environment: { testService }, body }) => {
      const { command, arguments: given } = body as Command
      const known = Object.hasOwn(testService, command)
      if (!known) return failure(404, 'NotFoundError', `The sandbox has no '${command}'.`)
      try {
        const run = testService[command as keyof TestService] as (...all: unknown[]) => unknown
        return { status: 200, body: { result: (await run(...given)) ?? null } }
      } catch (error) {
        return failure(400, (error as Error).name, (error as Error).message)
      }
    },
  },
]

interface Override {
  readonly collection?: object
  readonly actions?: Readonly<Record<string, object>>
}

function readCollections(body: unknown): Readonly<Record<string, Override>> {
  const { collections = {} } = (body ?? {}) as {
    readonly collections?: Readonly<Record<string, Override>>
  }
  return collections
}

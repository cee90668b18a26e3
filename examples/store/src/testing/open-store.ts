import { openDatabases } from '../databases.js'
import { createShopService, people, rendering } from '../people.js'
import type { Settings } from '../settings.js'
import { startStore } from '../start-store.js'

/** The shop without a server: the service lives in its process. */
export interface OpenStore {
  readonly agentUrl: string
  /** A session of one hour for each person, by name. */
  readonly sessions: Readonly<Record<keyof typeof people, string>>
  stop(): Promise<void>
}

export async function openStore(
  settings: Pick<Settings, 'dataDir' | 'databaseUrl'>,
): Promise<OpenStore> {
  const databases = await openDatabases(settings)
  const service = createShopService()
  const connection = { authSecret: 'a'.repeat(64), envSecret: 'e'.repeat(64), service }
  try {
    const store = await startStore({ ...settings, agentPort: 0 }, databases, connection)
    const signIn = ({ id }: { id: number }) => service.signIn(store.agentUrl, id, rendering)
    return {
      agentUrl: store.agentUrl,
      sessions: {
        manager: await signIn(people.manager),
        support: await signIn(people.support),
      },
      async stop() {
        await store.stop()
        await databases.stop()
      },
    }
  } catch (error) {
    await databases.stop()
    throw error
  }
}

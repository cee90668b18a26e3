import { projectsToEnterAgain } from '../features/sso/sso-connection.js'
import { loadSecret } from '../secrets/load-secret.js'
import { createSecretBox } from '../secrets/secret-box.js'
import { refuseWrongSecret, rotateKey, signingPurposes } from '../secrets/signing-keys.js'
import { migrate } from '../store/migrate.js'
import type { CommandIo } from './command-io.js'
import { printResult, type ResultOptions } from './print-result.js'
import { withStore } from './with-store.js'

export interface KeysRotateOptions extends ResultOptions {
  /** Also replaces keys that the current secret cannot decrypt. */
  readonly newSecret?: boolean
}

/** Replaces the signing keys of the service, for example after a backup has leaked. */
export async function keysRotate(
  { newSecret = false, ...options }: KeysRotateOptions,
  io: CommandIo,
): Promise<void> {
  await withStore(io, async (store, config) => {
    await migrate(store)
    const secrets = createSecretBox(await loadSecret(config))
    if (!newSecret) await refuseWrongSecret(store.db, secrets)
    for (const purpose of signingPurposes) await rotateKey(store.db, secrets, purpose)
    const projects = await projectsToEnterAgain(store.db, secrets)
    printResult(io, options, { purposes: signingPurposes, projectsToEnterAgain: projects }, [
      `New keys sign ${signingPurposes.join(', ')} tokens from now on.`,
      ...projects.map(
        project => `Enter the client secret of the SSO connection of ${project} again.`,
      ),
    ])
  })
}

import { projectsToEnterAgain } from '../features/sso/sso-connection.js'
import { loadSecret } from '../secrets/load-secret.js'
import { createSecretBox } from '../secrets/secret-box.js'
import { refuseWrongSecret, rotateKey, signingPurposes } from '../secrets/signing-keys.js'
import { migrate } from '../store/migrate.js'
import type { CommandIo } from './command-io.js'
import { withStore } from './with-store.js'

/**
 * Replaces the signing keys of the service, for example after a backup has leaked. With `newSecret` it also
 * replaces keys that the current secret cannot decrypt.
 */
export async function keysRotate(
  { newSecret = false }: { readonly newSecret?: boolean },
  io: CommandIo,
): Promise<void> {
  await withStore(io, async (store, config) => {
    await migrate(store)
    const secrets = createSecretBox(await loadSecret(config))
    if (!newSecret) await refuseWrongSecret({ store, secrets })
    for (const purpose of signingPurposes) await rotateKey(store.db, secrets, purpose)
    io.output.write(`New keys sign ${signingPurposes.join(', ')} tokens from now on.\n`)
    for (const project of await projectsToEnterAgain(store.db, secrets)) {
      io.output.write(`Enter the client secret of the SSO connection of ${project} again.\n`)
    }
  })
}

import { loadSecret } from '../secrets/load-secret.js'
import { createSecretBox } from '../secrets/secret-box.js'
import { rotateKey, signingPurposes } from '../secrets/signing-keys.js'
import { migrate } from '../store/migrate.js'
import type { CommandIo } from './command-io.js'
import { withStore } from './with-store.js'

/** Replaces the keys the service signs with, e.g. after a backup got into wrong hands. */
export async function keysRotate(io: CommandIo): Promise<void> {
  await withStore(io, async (store, config) => {
    await migrate(store)
    const secrets = createSecretBox(await loadSecret(config))
    for (const purpose of signingPurposes) await rotateKey(store.db, secrets, purpose)
    io.output.write(`New keys sign ${signingPurposes.join(', ')} tokens from now on.\n`)
  })
}

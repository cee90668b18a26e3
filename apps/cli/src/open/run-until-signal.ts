import type { CommandIo } from '@service/service/cli'

/**
 * Waits until it has started. SIGINT and SIGTERM stop it, also while it starts, and end the process with code
 * 0; a second signal ends it immediately, with code 130.
 */
export async function runUntilSignal(
  starting: Promise<{ stop(): Promise<void> }>,
  { errors }: CommandIo,
): Promise<void> {
  let isStopping = false
  const end = async () => {
    if (isStopping) process.exit(130)
    isStopping = true
    errors.write('Stopping …\n')
    try {
      await (await starting).stop()
      process.exit(0)
    } catch (error) {
      errors.write(`${error instanceof Error ? error.message : error}\n`)
      process.exit(1)
    }
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  try {
    await starting
  } catch (error) {
    process.off('SIGINT', end)
    process.off('SIGTERM', end)
    throw error
  }
}

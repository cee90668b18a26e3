import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isLongRun } from '@service/test-support'

const repository = fileURLToPath(new URL('../../../..', import.meta.url))

/** The Node of the image: CI puts it beside the machine's own. */
export const imageNode: string = join(
  repository,
  `.cache/node24/node_modules/node-linux-${process.arch}/bin/node`,
)

const programs = ['/usr/bin/buildah', '/usr/bin/crun', '/usr/bin/unshare', '/usr/bin/dpkg-query']

/** Why containers cannot be built and run here, unless they can; an error when everything is required. */
export function whyNoContainers(): string | undefined {
  const reason = findReason()
  if (reason && process.env.REQUIRE_ALL) throw new Error(`REQUIRE_ALL is set. ${reason}`)
  return reason
}

function findReason(): string | undefined {
  if (!isLongRun) return 'Building the image takes minutes: only with LONG_ROUNDS=1.'
  if (process.getuid?.() !== 0) return 'Only root can build and run containers without a daemon.'
  const missing = [...programs, imageNode].filter(path => !existsSync(path))
  if (missing.length === 0) return undefined
  return `Not found: ${missing.join(', ')}. See .ci/run.`
}

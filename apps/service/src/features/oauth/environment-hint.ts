import type { Deps } from '../../deps.js'

const PURPOSE = 'environment hint'

/** Proves that a request comes from the agent of an environment: only agents receive the hint. */
export const environmentHint = (
  { secrets }: Pick<Deps, 'secrets'>,
  environmentId: number,
): string => secrets.mark(PURPOSE, String(environmentId))

/** Whether a request comes from the agent, so that its environment may be revealed. */
export const isHinted = (
  { secrets }: Pick<Deps, 'secrets'>,
  environmentId: number,
  hint: string | null | undefined,
): boolean => secrets.isMark(PURPOSE, String(environmentId), hint ?? '')

import type { Deps } from '../../deps.js'

const PURPOSE = 'environment hint'

/** Proves that the agent of an environment sent somebody: only agents are given one. */
export const environmentHint = (
  { secrets }: Pick<Deps, 'secrets'>,
  environmentId: number,
): string => secrets.mark(PURPOSE, String(environmentId))

/** Whether a request comes from the agent, so that its environment may be told about. */
export const isHinted = (
  { secrets }: Pick<Deps, 'secrets'>,
  environmentId: number,
  hint: string | null | undefined,
): boolean => secrets.isMark(PURPOSE, String(environmentId), hint ?? '')

import type { BootEnvironment } from '@service/protocol'

const mostWithoutName = 10

/**
 * Returns how a deletion is confirmed: by a click, or by typing the name when it concerns many
 * records or production. An unknown count counts as many.
 *
 * @example
 * chooseConfirmation(1, 'staging') // 'click'
 */
export function chooseConfirmation(
  count: number | undefined,
  environment: BootEnvironment['kind'],
): 'click' | 'type-name' {
  const isMany = count === undefined || count > mostWithoutName
  return isMany || environment === 'production' ? 'type-name' : 'click'
}

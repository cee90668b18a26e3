import type { SecretBox } from '../../secrets/secret-box.js'

const PURPOSE = 'unsubscribe from mail'

/** The last part of the link that ends the notifications of a person. It does nothing else. */
export const makeUnsubscribeToken = (secrets: SecretBox, userId: number): string =>
  `${userId}.${secrets.mark(PURPOSE, String(userId))}`

/** The id of the person of a link; undefined when this installation did not make it. */
export function readUnsubscribeToken(secrets: SecretBox, token: string): number | undefined {
  const [id = '', mark = ''] = token.split('.')
  return /^\d{1,15}$/.test(id) && secrets.isMark(PURPOSE, id, mark) ? Number(id) : undefined
}

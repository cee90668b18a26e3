import type { Boot } from '@service/protocol'

export function formatUserName({ firstName, lastName, email }: Boot['user']): string {
  return `${firstName} ${lastName}`.trim() || email
}

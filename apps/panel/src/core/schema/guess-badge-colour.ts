/** Four colours that mean something, and eight that only tell values apart. */
export type BadgeColour =
  | 'success'
  | 'warning'
  | 'danger'
  | 'info'
  | `hue-${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7}`

const dictionary: Readonly<Record<'success' | 'warning' | 'danger' | 'info', string>> = {
  success:
    'paid active activated enabled succeeded success successful completed complete done delivered approved accepted confirmed published verified valid resolved live online open available won healthy ok passed signed yes true',
  warning:
    'pending draft trial trialing waiting hold queued scheduled review unpaid unverified partial partially expiring warning overdue late due paused inactive requested backordered low',
  danger:
    'failed failure cancelled canceled suspended rejected refused declined blocked banned error errored expired deleted removed closed lost refunded disputed fraud fraudulent overdrawn critical urgent invalid offline revoked terminated unavailable disabled',
  info: 'shipped processing running started progress new created sent received invited shipping transit returned info ready packed',
}

const colours: ReadonlyMap<string, BadgeColour> = new Map(
  Object.entries(dictionary).flatMap(([colour, words]) =>
    words.split(' ').map(word => [word, colour as BadgeColour] as const),
  ),
)

/**
 * Guesses the colour of a badge: by a dictionary of states, else one of eight hues that is always
 * the same for a value.
 *
 * @example
 * guessBadgeColour('paid') // 'success'
 * guessBadgeColour('on_hold') // 'warning'
 */
export function guessBadgeColour(value: string): BadgeColour {
  const words = value.toLowerCase().split(/[\s_-]+/)
  // The last known word decides: 'payment failed', 'partially refunded'.
  const known = words.findLast(word => colours.has(word))
  const isNegated = words.includes('not') || words.includes('no')
  const colour = known === undefined || isNegated ? undefined : colours.get(known)
  return colour ?? `hue-${(hash(value) % 8) as 0}`
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let result = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    result = Math.imul(result ^ text.charCodeAt(index), 0x01000193)
  }
  return result >>> 0
}

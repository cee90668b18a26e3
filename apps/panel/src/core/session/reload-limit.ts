/** The shortest time between two reloads for the same reason, in milliseconds. */
const pause = 60_000

/**
 * Creates a check whether something may be asked for again: at most once a minute for the same tag,
 * so that two servers that disagree do not make the panel ask in a circle.
 *
 * @example
 * const mayReload = createReloadLimit(Date.now)
 * if (mayReload('a1')) await loadSchema()
 */
export function createReloadLimit(now: () => number): (tag: string) => boolean {
  const asked = new Map<string, number>()
  return tag => {
    const last = asked.get(tag)
    if (last !== undefined && now() - last < pause) return false
    asked.set(tag, now())
    return true
  }
}

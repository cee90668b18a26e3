/** A seeded source of numbers in [0, 1): mulberry32. The same seed gives the same data anywhere. */
export type Random = () => number

export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export function pick(random: Random, words: readonly string[]): string {
  return words[Math.floor(random() * words.length)] ?? ''
}

export function sentence(random: Random, words: readonly string[], length: number): string {
  return Array.from({ length }, () => pick(random, words)).join(' ')
}

/** An integer from 0 up to, not including, `end`. */
export function below(random: Random, end: number): number {
  return Math.floor(random() * end)
}

/** The id of a row of a table whose ids are 1 to `rows`. */
export function someId(random: Random, rows: number): number {
  return 1 + below(random, rows)
}

export function uuid(random: Random): string {
  return `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-a${hex(random, 3)}-${hex(random, 12)}`
}

function hex(random: Random, length: number): string {
  let text = ''
  while (text.length < length) text += below(random, 65536).toString(16).padStart(4, '0')
  return text.slice(0, length)
}

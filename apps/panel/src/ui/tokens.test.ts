import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Theme = 'light' | 'dark'
type Colour = readonly [lightness: number, chroma: number, hue: number]

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const [normal = '', highContrast = ''] = css.split(':root[data-contrast="more"]')

const surfaces = ['bg', 'surface', 'sunken', 'hover', 'selected']
const texts = ['text', 'muted', 'faint']
const marks = Array.from({ length: 8 }, (_, index) => `chart-${index}`)
const badges = ['success', 'warning', 'danger', 'info', 'violet']

/** Every pair of foreground and background that is used, and the contrast it needs (WCAG 1.4.3, 1.4.11). */
const pairs: readonly (readonly [string, string, number])[] = [
  ...texts.flatMap(text => surfaces.map(surface => [text, surface, 4.5] as const)),
  ...surfaces.map(surface => ['accent', surface, 4.5] as const),
  ['on-accent', 'accent', 4.5],
  ...badges.map(badge => [badge, `${badge}-bg`, 4.5] as const),
  ...['bg', 'surface', 'sunken'].map(surface => ['line-strong', surface, 3] as const),
  ...marks.flatMap(mark => ['bg', 'surface', 'hover'].map(surface => [mark, surface, 3] as const)),
]

describe.each(['light', 'dark'] as const)('tokens, %s', theme => {
  const tokens = readTokens(normal, theme)
  it.each(pairs)('%s on %s has a contrast of at least %d', (front, back, least) => {
    expect(computeContrast(tokens.get(front)!, tokens.get(back)!)).toBeGreaterThanOrEqual(least)
  })

  const strong = new Map([...tokens, ...readTokens(highContrast, theme)])
  it.each(pairs)('%s on %s has that of high contrast', (front, back, least) => {
    expect(computeContrast(strong.get(front)!, strong.get(back)!)).toBeGreaterThanOrEqual(least)
  })
})

describe('badges by hash', () => {
  const styles = readFileSync(new URL('./styles.css', import.meta.url), 'utf8')
  const hues = Array.from(styles.matchAll(/--hue: (\d+)/g), ([, hue]) => Number(hue))
  const { groups } = /\.badge-hue \{(?<rules>[^}]*)\}/.exec(styles)!
  const [back, front] = Array.from(
    groups!.rules!.matchAll(/oklch\(([\d.]+) ([\d.]+) var\(--hue\)\), oklch\(([\d.]+) ([\d.]+)/g),
    match => match.slice(1).map(Number),
  )
  it.each(hues)('hue %d is readable in both themes', hue => {
    for (const at of [0, 2]) {
      const text: Colour = [front![at]!, front![at + 1]!, hue]
      const ground: Colour = [back![at]!, back![at + 1]!, hue]
      expect(computeContrast(text, ground)).toBeGreaterThanOrEqual(4.5)
    }
  })
})

function readTokens(text: string, theme: Theme): Map<string, Colour> {
  const tokens = new Map<string, Colour>()
  const [block = ''] = text.split('@media')
  for (const [, name, light, dark] of block.matchAll(
    /--([\w-]+): light-dark\(oklch\(([^)]+)\), oklch\(([^)]+)\)\)/g,
  )) {
    const [lightness = 0, chroma = 0, hue = 0] = (theme === 'light' ? light! : dark!)
      .split(' ')
      .map(Number)
    tokens.set(name!, [lightness, chroma, hue])
  }
  return tokens
}

function computeContrast(a: Colour, b: Colour): number {
  const [dim, bright] = [readLuminance(a), readLuminance(b)].sort((x, y) => x - y)
  return (bright! + 0.05) / (dim! + 0.05)
}

/** OKLCH to linear sRGB (CSS Color 4 §10), then relative luminance. */
function readLuminance([lightness, chroma, hue]: Colour): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
  const green = clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
  const blue = clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}

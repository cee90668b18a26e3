import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const NAMES = [
  'bg',
  'surface',
  'sunken',
  'hover',
  'line',
  'line-strong',
  'text',
  'muted',
  'accent',
  'on-accent',
  'danger',
  'danger-bg',
  'warning',
  'warning-bg',
]

it('server-made pages have the colours of the panel; update them with `vitest -u`', async () => {
  const css = readFileSync(new URL('../../../../panel/src/ui/tokens.css', import.meta.url), 'utf8')
  const everywhere = pickTokens(readBlock(css, ':root {'))
  const moreContrast = pickTokens(readBlock(css, ':root[data-contrast="system"] {'))
  expect(everywhere).toHaveLength(NAMES.length)
  expect(moreContrast.length).toBeGreaterThan(3)
  await expect(`/** The colours of the panel that pages of the service use: \`tokens.test.ts\` takes them from its styles. */
export const tokens = \`
:root { color-scheme: light dark;
${everywhere.join('\n')}
}
@media (prefers-contrast: more) { :root {
${moreContrast.join('\n')}
} }\`
`).toMatchFileSnapshot('./tokens.ts')
})

/** The declarations after the first occurrence of a selector. */
function readBlock(css: string, selector: string): string {
  const start = css.indexOf(selector)
  expect(start, `'${selector}' in the styles of the panel`).toBeGreaterThanOrEqual(0)
  return css.slice(start + selector.length, css.indexOf('}', start))
}

function pickTokens(block: string): string[] {
  return NAMES.flatMap(name => {
    const [, value] = new RegExp(`--${name}:\\s*([^;]+);`).exec(block) ?? []
    return value === undefined ? [] : [`--${name}: ${value.replace(/\s+/g, ' ')};`]
  })
}

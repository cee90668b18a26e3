import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What the README says to somebody who comes for one purpose. */
export interface Audience {
  readonly title: string
  /** The commands for a terminal, without their comments. */
  readonly commands: readonly string[]
  /** The first block of code, if there is one. */
  readonly code: string | undefined
  /** The pictures, relative to the README. */
  readonly pictures: readonly string[]
}

const readme = fileURLToPath(new URL('../../../../README.md', import.meta.url))

/** Reads a part of the README by its title. */
export function readAudience(title: string): Audience {
  const parts = readFileSync(readme, 'utf8').split(/^## /m)
  const part = parts.find(each => each.startsWith(`${title}\n`))
  if (part === undefined) throw new Error(`The README has no part '${title}'.`)
  const findBlock = (language: string) =>
    new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(part)?.[1]
  return {
    title,
    commands: (findBlock('sh') ?? '')
      .split('\n')
      .map(line => (line.split(' #')[0] ?? '').trim())
      .filter(line => line !== ''),
    code: findBlock('ts'),
    pictures: [...part.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, path = '']) => path),
  }
}

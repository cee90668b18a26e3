import type { Report } from './examination.js'

/** What broke, by table and property; the first few of a kind are shown, the others counted. */
export interface Problems {
  /** A report of one subject, which is printed with the statements that made it. */
  about(subject: string, statements: readonly string[]): Report
  throwIfAny(): void
}

const SHOWN_OF_A_KIND = 4

interface Subject {
  readonly statements: readonly string[]
  readonly found: Map<string, string[]>
}

export function collectProblems(title: string): Problems {
  const subjects = new Map<string, Subject>()
  return {
    about: (name, statements) => (property, evidence) => {
      const subject = subjects.get(name) ?? { statements, found: new Map() }
      subjects.set(name, subject)
      subject.found.set(property, [...(subject.found.get(property) ?? []), evidence])
    },
    throwIfAny() {
      if (subjects.size === 0) return
      const printed = [...subjects].map(([name, subject]) => print(name, subject))
      throw new Error(`${title}\n${printed.join('\n')}`)
    },
  }
}

function print(name: string, { statements, found }: Subject): string {
  const lines = [...found].map(([property, evidence]) => {
    const rest = evidence.length - SHOWN_OF_A_KIND
    const shown = evidence.slice(0, SHOWN_OF_A_KIND).map(each => `\n      ${each}`)
    return `    ${property}:${shown.join('')}${rest > 0 ? `\n      and ${rest} more` : ''}`
  })
  return `  ${name}\n    ${statements.join(';\n    ')}\n${lines.join('\n')}`
}

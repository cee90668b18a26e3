import type { Report } from './examination.js'

/** What broke, by property; the first few of a kind are shown, the others counted. */
export interface Problems {
  /** A report for one table, which is printed as it was made. */
  about(label: string, ddl: readonly string[]): Report
  print(): string
}

const SHOWN_OF_A_KIND = 4

export function collectProblems(): Problems {
  const subjects = new Map<string, { ddl: readonly string[]; found: Map<string, string[]> }>()
  return {
    about(label, ddl) {
      return (property, evidence) => {
        const subject = subjects.get(label) ?? { ddl, found: new Map<string, string[]>() }
        subjects.set(label, subject)
        subject.found.set(property, [...(subject.found.get(property) ?? []), evidence])
      }
    },
    print: () => [...subjects].map(([label, subject]) => printSubject(label, subject)).join('\n'),
  }
}

function printSubject(
  label: string,
  { ddl, found }: { ddl: readonly string[]; found: ReadonlyMap<string, readonly string[]> },
): string {
  const lines = [...found].map(([property, evidence]) => {
    const rest = evidence.length - SHOWN_OF_A_KIND
    const shown = evidence.slice(0, SHOWN_OF_A_KIND).map(each => `\n      ${each}`)
    return `    ${property}:${shown.join('')}${rest > 0 ? `\n      and ${rest} more` : ''}`
  })
  return `  ${label}\n    ${ddl.join(';\n    ')}\n${lines.join('\n')}`
}

import { useState } from 'react'
import { findRefusedField } from '../../../core/settings/find-refused-field.js'
import { ApiError } from '../../../data/api-error.js'
import { IncompleteError } from './incomplete-error.js'

interface FieldProblems<F extends string> {
  readonly problems: Readonly<Partial<Record<F, string>>>
  readonly setProblem: (field: F, problem: string) => void
  readonly clear: (field: F) => void
  /** Shows an error at the field it is about; false when it is about none. For `FormDialog`. */
  readonly take: (error: unknown) => boolean
}

/**
 * What is wrong with the fields of a form, as the service says it. `codes` are its errors about one field, with own
 * words where there are some.
 *
 * @example
 * const { problems, take } = useFieldProblems(['name'], { team_name_taken: ['name', t('nameTaken')] })
 */
export function useFieldProblems<F extends string>(
  fields: readonly F[],
  codes: Readonly<Record<string, readonly [F, string]>> = {},
): FieldProblems<F> {
  const [problems, setProblems] = useState<Partial<Record<F, string>>>({})
  const setProblem = (field: F, problem: string) =>
    setProblems(known => ({ ...known, [field]: problem }))
  return {
    problems,
    setProblem,
    clear: field => setProblems(({ [field]: _gone, ...others }) => others as typeof problems),
    take(error) {
      if (error instanceof IncompleteError) return true
      if (!(error instanceof ApiError)) return false
      const fieldByCode = Object.fromEntries(
        Object.entries(codes).map(([code, [field]]) => [code, field]),
      )
      const field = findRefusedField(error, fieldByCode, fields)
      if (field === undefined) return false
      setProblem(field, codes[error.code ?? '']?.[1] ?? error.message)
      return true
    },
  }
}

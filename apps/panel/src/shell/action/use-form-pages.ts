import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { listInputs, listMissingInputs, listPages } from '../../core/forms/action-pages.js'
import type { ActionRunState } from './use-action-run.js'

/** Which page of a form is open, and what is wrong with its fields. */
export function useFormPages(state: ActionRunState) {
  const t = useTranslations('widgets')
  const { formState, phase } = state
  const pages = listPages(formState)
  const [chosen, setIndex] = useState(0)
  const index = Math.min(chosen, pages.length - 1)
  const page = pages[index] ?? { elements: [] }
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set())
  const [corrected, setCorrected] = useState<ReadonlySet<string>>(new Set())
  const typed = useRef(new Map<string, string>())
  const failure = phase.kind === 'form' ? phase.failure : undefined
  const refused = failure?.kind === 'refused' ? failure.result.fields : undefined
  const [seen, setSeen] = useState(refused)

  // What the agent refuses is on a page that may not be this one.
  if (refused !== seen) {
    setSeen(refused)
    setCorrected(new Set())
    const first = pages.findIndex(({ elements }) =>
      listInputs(elements).some(name => refused && name in refused),
    )
    if (first >= 0) setIndex(first)
  }

  const problems = Object.fromEntries(
    formState.fields.map(({ field }) => [
      field,
      [
        ...(missing.has(field) ? [t('problems.required')] : []),
        ...(corrected.has(field) ? [] : (refused?.[field] ?? [])),
      ],
    ]),
  )
  return {
    index,
    setIndex,
    page,
    pages,
    problems,
    /** Whether everything on the page can be sent. */
    checkPage(): boolean {
      const names = listMissingInputs(page, formState.fields)
      setMissing(new Set(names))
      const isTyped = listInputs(page.elements).some(name => typed.current.has(name))
      return names.length === 0 && !isTyped
    },
    clearProblem(name: string) {
      setMissing(before => without(before, name))
      setCorrected(before => new Set(before).add(name))
    },
    /** What is typed in a field is not a value. */
    setTyped(name: string, problem: string | undefined) {
      if (problem === undefined) typed.current.delete(name)
      else typed.current.set(name, problem)
    },
  }
}

function without(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  if (!names.has(name)) return names
  const next = new Set(names)
  next.delete(name)
  return next
}

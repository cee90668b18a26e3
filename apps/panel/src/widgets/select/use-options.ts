import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { readOptions, type WidgetOption } from '../../core/forms/action-widget.js'
import { filterOptions, toKey } from '../../core/forms/filter-options.js'
import type { ComboboxOption } from '../../ui/combobox.js'
import type { EditProps } from '../edit-props.js'

/** As many as a person reads; typing finds the others. */
const mostShown = 100
const rest = 250

export interface Options {
  /** The options that fit what is typed. */
  readonly shown: readonly ComboboxOption[]
  /** Every option that is known by now. */
  readonly known: readonly WidgetOption[]
  readonly isBusy: boolean
  readonly status: string | undefined
  readonly search: (text: string) => void
}

/**
 * The options of a dropdown: those of the schema or the widget, filtered here; or found by the agent
 * for what is typed, after a moment of rest.
 */
export function useOptions(props: EditProps): Options {
  const { widget, enumValues, findOptions } = props
  const t = useTranslations('widgets')
  const [search, setSearch] = useState('')
  // Forms render with every key that is pressed, and lists of options can be long.
  const fixed = useMemo(() => readOptions(widget, enumValues), [widget, enumValues])
  const isDynamic = widget.parameters?.searchType === 'dynamic' && findOptions !== undefined
  const found = useFoundOptions(isDynamic ? findOptions : undefined, search)
  const offered = (isDynamic && search !== '' ? found.options : undefined) ?? fixed
  const { seen } = found
  const known = useMemo(() => (seen.length > 0 ? [...fixed, ...seen] : fixed), [fixed, seen])
  const { shown, more } = useMemo(
    () => filterOptions(offered, isDynamic ? '' : search, mostShown),
    [offered, isDynamic, search],
  )
  const options = useMemo(() => shown.map(toComboboxOption), [shown])

  function describe(): string | undefined {
    if (found.isBusy) return t('searching')
    if (found.hasFailed) return t('searchFailed')
    if (shown.length === 0) return t('noOptions')
    return more > 0 ? t('moreOptions', { count: more }) : undefined
  }

  return {
    shown: options,
    known,
    isBusy: found.isBusy,
    status: describe(),
    search: setSearch,
  }
}

export function toComboboxOption({ label, value }: WidgetOption): ComboboxOption {
  return { key: toKey(value), label }
}

interface Found {
  readonly options: readonly WidgetOption[] | undefined
  /** Options of earlier answers, which may have been chosen. */
  readonly seen: readonly WidgetOption[]
  readonly isBusy: boolean
  readonly hasFailed: boolean
}

/** Older answers are dropped; the last ones stay while new ones are on their way. */
function useFoundOptions(findOptions: EditProps['findOptions'], search: string): Found {
  const [state, setState] = useState<Found>({
    options: undefined,
    seen: [],
    isBusy: false,
    hasFailed: false,
  })
  const find = useRef(findOptions)
  find.current = findOptions
  const isDynamic = findOptions !== undefined
  useEffect(() => {
    if (!isDynamic || search === '') return undefined
    let isLatest = true
    setState(current => ({ ...current, isBusy: true, hasFailed: false }))
    const timer = setTimeout(() => {
      find
        .current?.(search)
        .then(options => {
          if (!isLatest) return
          setState(({ seen }) => ({
            options,
            seen: [...seen, ...options].slice(-500),
            isBusy: false,
            hasFailed: false,
          }))
        })
        .catch(() => {
          if (isLatest) setState(current => ({ ...current, isBusy: false, hasFailed: true }))
        })
    }, rest)
    return () => {
      isLatest = false
      clearTimeout(timer)
      setState(current => ({ ...current, isBusy: false }))
    }
  }, [isDynamic, search])
  return state
}

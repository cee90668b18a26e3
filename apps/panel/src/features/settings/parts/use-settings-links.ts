import { useMemo } from 'react'
import { formatAddress } from '../../../core/places/address.js'
import { history } from '../../../data/history.js'
import { usePlace } from '../../../data/place-context.js'

interface SettingsLinks {
  /** The address of an area, or of one of its things. */
  readonly build: (area: string, id?: number) => string
  readonly go: (area: string, id?: number) => void
}

export function useSettingsLinks(): SettingsLinks {
  const { names } = usePlace()
  return useMemo(() => {
    const build = (area: string, id?: number) =>
      formatAddress({
        ...names,
        screen: { kind: 'settings', area, ...(id !== undefined && { id: String(id) }) },
      })
    return { build, go: (area, id) => history.push(build(area, id)) }
  }, [names])
}

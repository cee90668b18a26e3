import { createContext, useContext, useMemo } from 'react'
import { usePlace } from '../../data/place-context.js'

/** What stands for a person in the conditions that are built. */
export interface FilterVariables {
  /** The names of the variables that can be chosen. */
  readonly names: readonly string[]
  /** Whether the conditions are for everybody who reads, so that variables are also offered beside fixed values. */
  readonly isForAll: boolean
  /** Whether a list of values may have variables among them. */
  readonly areAllowedInLists: boolean
}

/** Around a builder whose conditions are not those of the person alone. */
export const FilterVariablesContext = createContext<FilterVariables | undefined>(undefined)

/** Those of the context, otherwise those that the person has. */
export function useFilterVariables(): FilterVariables {
  const given = useContext(FilterVariablesContext)
  const { variables } = usePlace()
  const own = useMemo(
    () => ({
      names: Object.keys(variables).filter(name => variables[name] !== ''),
      isForAll: false,
      areAllowedInLists: true,
    }),
    [variables],
  )
  return given ?? own
}

import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { writeGuess } from '../../core/layout/write-guess.js'
import { applyLayout } from '../../core/schema/apply-layout.js'
import { buildNavigation } from '../../core/schema/build-navigation.js'
import { usePlace } from '../../data/place-context.js'
import { usePlainSchema } from '../../data/use-plain-schema.js'
import { useAddress } from '../../shell/use-address.js'

/** Whose layout is edited. */
export function useOwner() {
  const { project, environment, team } = usePlace().place
  return useMemo(
    () => ({ projectId: project.id, environmentId: environment.id, teamId: team.id }),
    [project.id, environment.id, team.id],
  )
}

/** What is shown without a layout, as a layout. */
export function useGuess() {
  const t = useTranslations('layoutEditor')
  const schema = usePlainSchema()
  const unnamed = t('navigation.unnamed')
  return useMemo(
    () =>
      schema && writeGuess(applyLayout(schema, null), buildNavigation(schema, null, []), unnamed),
    [schema, unnamed],
  )
}

/** The collection on the screen; undefined where there is none. */
export function useCurrentCollection(): string | undefined {
  const { screen } = useAddress()
  return 'collection' in screen ? screen.collection : undefined
}

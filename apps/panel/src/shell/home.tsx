import { useRouter } from '@tanstack/react-router'
import { Database } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { formatAddress } from '../core/places/address.js'
import { usePlace } from '../data/place-context.js'
import { type PlaceModel, useSchema } from '../data/use-schema.js'
import { Empty } from '../ui/empty.js'
import { ErrorView } from './error-view.js'

/** Leads to the first collection of the navigation. */
export function Home() {
  const t = useTranslations('shell')
  const { data, error, refetch } = useSchema()
  const { names } = usePlace()
  const { history } = useRouter()
  const first = data && findFirstCollection(data)
  useEffect(() => {
    if (first !== undefined) {
      history.replace(formatAddress({ ...names, screen: { kind: 'list', collection: first } }))
    }
  }, [first, names, history])
  if (error) return <ErrorView error={error} onRetry={() => void refetch()} />
  if (!data || first !== undefined) return null
  return (
    <Empty
      icon={<Database size={18} aria-hidden="true" />}
      title={t('noCollections')}
      hint={t('noCollectionsHint')}
    />
  )
}

function findFirstCollection({ navigation }: PlaceModel): string | undefined {
  const inSections = navigation.sections.flatMap(section =>
    section.items.flatMap(item => (item.kind === 'collection' ? [item.name] : [])),
  )
  return [...navigation.favourites, ...inSections, ...navigation.more][0]
}

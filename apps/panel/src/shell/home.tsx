import { useRouter } from '@tanstack/react-router'
import { Database } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { formatAddress } from '../core/places/address.js'
import { listCollections } from '../core/schema/list-collections.js'
import { usePlace } from '../data/place-context.js'
import { useSchema } from '../data/use-schema.js'
import { Button } from '../ui/button.js'
import { Empty } from '../ui/empty.js'
import { lazyPart } from '../ui/lazy-part.js'
import { ErrorView } from './error-view.js'

const ConnectLink = lazyPart(() => import('./connect-link.js'))

/** Leads to the first favourite, else to the first collection of the navigation. */
export function Home() {
  const t = useTranslations('shell')
  const { data, error, isFetching, refetch } = useSchema()
  const { names } = usePlace()
  const { history } = useRouter()
  const first = data && listCollections(data)[0]?.name
  useEffect(() => {
    if (first !== undefined) {
      history.replace(formatAddress({ ...names, screen: { kind: 'list', collection: first } }))
    }
  }, [first, names, history])
  if (error) return <ErrorView error={error} onRetry={() => void refetch()} />
  if (!data || first !== undefined || isFetching) return null
  return (
    <Empty
      icon={<Database size={18} aria-hidden="true" />}
      title={t('noCollections')}
      hint={t('noCollectionsHint')}
    >
      <Button onClick={() => void refetch()}>{t('checkAgain')}</Button>
      <Suspense>
        <ConnectLink />
      </Suspense>
    </Empty>
  )
}

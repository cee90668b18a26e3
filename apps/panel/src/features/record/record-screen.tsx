import { FileX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { formatAddress } from '../../core/places/address.js'
import { usePlace } from '../../data/place-context.js'
import { useSchema } from '../../data/use-schema.js'
import { ErrorView } from '../../shell/error-view.js'
import { RecordDetails } from '../../shell/record/record-details.js'
import { RecordTitle } from '../../shell/record/record-title.js'
import { useAddress } from '../../shell/use-address.js'
import { Empty } from '../../ui/empty.js'

/** The page of one record. */
export default function RecordScreen() {
  const t = useTranslations('list')
  const { screen } = useAddress()
  const { names } = usePlace()
  const { data, error, refetch } = useSchema()
  if (error) return <ErrorView error={error} onRetry={() => void refetch()} />
  if (!data || screen.kind !== 'record') return null
  const collection = data.collections.get(screen.collection)
  if (!collection) {
    const title = t('noCollection', { name: screen.collection })
    return (
      <Empty
        icon={<FileX size={18} aria-hidden="true" />}
        title={title}
        hint={t('noCollectionHint')}
      />
    )
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-[720px] px-4 py-4">
        <a
          href={formatAddress({ ...names, screen: { kind: 'list', collection: collection.name } })}
          className="text-small text-muted hover:text-text"
        >
          {collection.label}
        </a>
        <h1 className="mb-4 truncate text-title font-semibold">
          <RecordTitle collections={data.collections} collection={collection} id={screen.id} />
        </h1>
        <RecordDetails collections={data.collections} collection={collection} id={screen.id} />
      </div>
    </div>
  )
}

import { FolderX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Empty } from '../../ui/empty.js'

/** The address names an environment that does not exist, or that is not the person's. */
export function NoTarget({ href }: { readonly href: string }) {
  const t = useTranslations('onboarding')
  return (
    <Empty icon={<FolderX size={18} aria-hidden="true" />} title={t('noEnvironment')}>
      <a href={href} className="text-accent hover:underline">
        {t('openPanel')}
      </a>
    </Empty>
  )
}

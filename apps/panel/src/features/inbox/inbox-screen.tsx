import { useTranslations } from 'use-intl'

export default function InboxScreen() {
  const t = useTranslations('notes')
  return <h1 className="p-4 text-title font-semibold">{t('title')}</h1>
}

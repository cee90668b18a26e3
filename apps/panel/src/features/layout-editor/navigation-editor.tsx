import { useTranslations } from 'use-intl'
import { NavigationGroups } from './navigation-groups.js'

/** The sidebar while the layout is edited. */
export default function NavigationEditor() {
  const t = useTranslations('layoutEditor')
  return (
    <nav
      aria-label={t('tab.navigation')}
      className="flex h-full min-h-0 flex-col gap-3 overflow-y-auto bg-bg px-2 py-3"
    >
      <NavigationGroups />
    </nav>
  )
}

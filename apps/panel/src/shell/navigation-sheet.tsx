import { useTranslations } from 'use-intl'
import { Dialog } from '../ui/dialog.js'
import { Sidebar } from './sidebar.js'

/** The sidebar on a phone. */
export default function NavigationSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('shell.navigation')}
      closeLabel={t('app.close')}
      shape="side"
    >
      <Sidebar isCollapsed={false} onNavigate={onClose} />
    </Dialog>
  )
}

import { Eye } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useStartRoleView } from '../../../data/use-start-role-view.js'
import { Button } from '../../../ui/button.js'

interface ViewAsButtonProps {
  readonly roleId: number
  readonly roleName: string
}

/** Opens the data as somebody with the role sees it. */
export default function ViewAsButton({ roleId, roleName }: ViewAsButtonProps) {
  const t = useTranslations('viewAs')
  const start = useStartRoleView()
  return (
    <Button
      icon={<Eye size={14} aria-hidden="true" />}
      data-tooltip={t('startHint')}
      onClick={() => start({ roleId, roleName })}
    >
      {t('start', { role: roleName })}
    </Button>
  )
}

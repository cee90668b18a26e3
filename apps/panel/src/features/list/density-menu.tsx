import { useTranslations } from 'use-intl'
import { blockSize } from '../../core/list/list-request.js'
import { usePreferences } from '../../data/use-preferences.js'
import { Menu, MenuChoice, MenuSeparator } from '../../ui/menu.js'
import type { PopupProps } from '../../ui/on-demand.js'

export default function DensityMenu({ trigger }: PopupProps) {
  const t = useTranslations('appearance')
  const height = useTranslations('density')
  const { preferences, change } = usePreferences()
  return (
    <Menu align="end" trigger={trigger}>
      <MenuChoice
        label={t('density')}
        value={preferences.density ?? 'default'}
        onChange={density => change({ density })}
        options={[
          { value: 'compact', label: height('compact') },
          { value: 'default', label: height('default') },
          { value: 'comfortable', label: height('comfortable') },
        ]}
      />
      <MenuSeparator />
      <MenuChoice
        label={t('paging')}
        value={preferences.paging ?? 'continuous'}
        onChange={paging => change({ paging })}
        options={[
          { value: 'continuous', label: t('continuous') },
          { value: 'pages', label: t('pages', { count: blockSize }) },
        ]}
      />
    </Menu>
  )
}

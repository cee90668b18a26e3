import { DatabaseZap } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { wizardPath } from '../core/onboarding/wizard-address.js'
import { formatAddress } from '../core/places/address.js'
import { getPlaceNames, type Place } from '../core/places/find-place.js'
import { history } from '../data/history.js'
import { usePlace } from '../data/place-context.js'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../ui/menu.js'
import type { PopupProps } from '../ui/on-demand.js'

export default function PlaceMenuPopup({ trigger }: PopupProps) {
  const t = useTranslations('placeChoice')
  const start = useTranslations('start')
  const { boot, place } = usePlace()
  const { project, environment, team } = place
  const open = (next: Place) =>
    history.push(formatAddress({ ...getPlaceNames(boot.projects, next), screen: { kind: 'home' } }))
  return (
    <Menu trigger={trigger}>
      <MenuChoice
        label={t('project')}
        value={`${project.id}`}
        onChange={id => {
          const next = boot.projects.find(each => `${each.id}` === id)
          const first = next?.environments[0]
          if (next && first?.teams[0])
            open({ project: next, environment: first, team: first.teams[0] })
        }}
        options={boot.projects.map(each => ({
          value: `${each.id}`,
          label: each.name,
          isDisabled: each.refusal !== null || each.environments.length === 0,
          ...(each.refusal !== null && { hint: each.refusal }),
        }))}
      />
      <MenuSeparator />
      <MenuChoice
        label={t('environment')}
        value={`${environment.id}`}
        onChange={id => {
          const next = project.environments.find(each => `${each.id}` === id)
          const same = next?.teams.find(each => each.id === team.id) ?? next?.teams[0]
          if (next && same) open({ project, environment: next, team: same })
        }}
        options={project.environments.map(each => ({ value: `${each.id}`, label: each.name }))}
      />
      <MenuSeparator />
      <MenuChoice
        label={t('team')}
        value={`${team.id}`}
        onChange={id => {
          const next = environment.teams.find(each => `${each.id}` === id)
          if (next) open({ project, environment, team: next })
        }}
        options={environment.teams.map(each => ({ value: `${each.id}`, label: each.name }))}
      />
      {project.permissionLevel === 'admin' ? (
        <>
          <MenuSeparator />
          <MenuItem icon={<DatabaseZap size={14} />} onSelect={() => history.push(wizardPath)}>
            {start('connectOwn')}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  )
}

import { useTranslations } from 'use-intl'

const names = {
  'currentUser.email': 'email',
  'currentUser.fullName': 'fullName',
  'currentUser.firstName': 'firstName',
  'currentUser.lastName': 'lastName',
  'currentUser.id': 'id',
  'currentUser.team.name': 'teamName',
  'currentUser.team.id': 'teamId',
  'currentUser.permissionLevel': 'permissionLevel',
  'currentUser.roleId': 'roleId',
} as const

const tagPrefix = 'currentUser.tags.'

/** Writes what a variable of the person stands for: `me` in a chip, `My e-mail address` where it is chosen. */
export function useVariableText(): {
  readonly describe: (name: string) => string
  readonly label: (name: string) => string
} {
  const t = useTranslations('userVariables')
  const find = (name: string) =>
    Object.hasOwn(names, name) ? names[name as keyof typeof names] : undefined
  const describeTag = (name: string) =>
    name.startsWith(tagPrefix) ? t('tag', { name: name.slice(tagPrefix.length) }) : name
  return {
    describe(name) {
      const known = find(name)
      if (known === undefined) return describeTag(name)
      if (known === 'permissionLevel' || known === 'roleId') return t(known)
      return known === 'teamName' || known === 'teamId' ? t('myTeam') : t('me')
    },
    label(name) {
      const known = find(name)
      return known === undefined ? describeTag(name) : t(known)
    },
  }
}

import { type ComponentType, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import ResetLink from './reset-link.js'

interface PersonPartProps {
  readonly person: { readonly id: number; readonly email: string }
}

/** What admins can do about the sign-in of somebody, one component each. */
const parts: readonly ComponentType<PersonPartProps>[] = [ResetLink]

/** How a person signs in, as far as admins can help. */
export function PersonSignIn({ person }: PersonPartProps) {
  const t = useTranslations('people')
  return (
    <section aria-label={t('signIn')} className="mt-3 border-t border-line pt-4">
      <h3 className="mb-2 text-section font-semibold">{t('signIn')}</h3>
      <Suspense>
        <div className="flex flex-col gap-4">
          {parts.map((Part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
            <Part key={index} person={person} />
          ))}
        </div>
      </Suspense>
    </section>
  )
}

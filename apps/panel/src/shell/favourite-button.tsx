import { Star } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../ui/button.js'
import { useFavourites } from './use-favourites.js'

interface FavouriteButtonProps {
  readonly collection: string
  readonly label: string
}

/** The star that puts a collection among the favourites. */
export function FavouriteButton({ collection, label }: FavouriteButtonProps) {
  const t = useTranslations('shell')
  const { favourites, toggle } = useFavourites()
  const isFavourite = favourites.includes(collection)
  return (
    <IconButton
      label={t(isFavourite ? 'removeFavourite' : 'addFavourite', { name: label })}
      aria-pressed={isFavourite}
      onClick={() => toggle(collection)}
    >
      <Star
        size={14}
        aria-hidden="true"
        className={isFavourite ? 'text-warning' : undefined}
        fill={isFavourite ? 'currentColor' : 'none'}
      />
    </IconButton>
  )
}

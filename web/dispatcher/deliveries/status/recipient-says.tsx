import { MessageCircleHeart, Star } from 'lucide-react'
import type { Delivery } from '#domain/schema/delivery.ts'
import { lowRating } from '#domain/low-rating.ts'
import { Banner } from '#web/ui/banner.tsx'
import { wishWords } from './wish-words.ts'

/** What the recipient asked for on the tracking page, and how they rated the delivery. */
export function RecipientSays({ delivery: { wishes, rating, rating_comment: comment } }: { delivery: Delivery }) {
  return (
    <>
      {wishes && <Banner icon={<MessageCircleHeart />}>The recipient asks: {wishWords(wishes).join(' · ')}</Banner>}
      {rating !== null && (
        <Banner tone={rating <= lowRating ? 'warning' : 'info'} icon={<Star />}>
          Rated {rating} of 5{comment && `: “${comment}”`}
        </Banner>
      )}
    </>
  )
}

import type { Trait } from '../../api/nfts.ts'
import classes from './trait-list.module.css'

function shownValue({ value, display_type }: Trait): string {
  if (display_type === 'date' && typeof value === 'number') return new Date(value * 1000).toLocaleDateString()
  if (display_type === 'boost_percentage') return `+${value} %`
  if (display_type === 'boost_number') return `+${value}`
  return String(value)
}

/** Traits as small pairs. */
export function TraitList({ traits }: { traits: readonly Trait[] }) {
  if (traits.length === 0) return null
  return (
    <dl className={classes.list}>
      {traits.map((trait, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an NFT may have one trait twice
        <div key={`${trait.trait_type} ${place}`} className={classes.trait}>
          <dt dir="auto">{trait.trait_type}</dt>
          <dd dir="auto">{shownValue(trait)}</dd>
        </div>
      ))}
    </dl>
  )
}

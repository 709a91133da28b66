import { useEffect, useState } from 'react'
import type { CollectionSummary, Import, Quote } from '../../../../shared/app-api.ts'
import { type CeilingChoice, ceilingFor, noCeiling, suggestedCeiling } from './ceiling-choice.ts'

type Priced = Pick<Quote, 'collectionId' | 'nfts'>

/** What the gas of a run depends on. */
const runOf = ({ collectionId, nfts }: Priced): string => `${collectionId} ${nfts}`

/**
 * The most that a run may cost. It means another price of gas as soon as other rows are minted, or another collection is chosen. Until that
 * price is known, the choice has none and is not `meant`.
 */
export function useCeiling({ options, counts }: Import, collection: CollectionSummary | undefined) {
  /** The choice, with the chain and the run it was made for. */
  const [chosen, setChosen] = useState<{ choice: CeilingChoice; chain: string; of: string }>({
    choice: noCeiling,
    chain: '',
    of: '',
  })
  const { choice } = chosen
  const of = runOf({ collectionId: options.collectionId, nfts: counts.nfts })
  const meant = !choice.on || chosen.of === of
  // An amount of another chain's coin means nothing here.
  const isOtherChain = chosen.chain !== collection?.chain
  return {
    choice: !meant ? { ...choice, price: null } : isOtherChain ? noCeiling : choice,
    meant,
    /** @param quote the quote that gave the price of gas */
    choose: (now: CeilingChoice, quote: Quote): void =>
      setChosen({ choice: now, chain: quote.chain, of: runOf(quote) }),
    /** Computes the price of gas for what is minted now, once its quote has arrived. */
    useMeaning(quote: Quote | undefined): void {
      useEffect(() => {
        if (meant || quote === undefined || runOf(quote) !== of) return
        const text = isOtherChain ? suggestedCeiling(quote) : choice.text
        const now = quote.gasPrice.high === '0' ? noCeiling : ceilingFor(quote, text)
        setChosen({ choice: now, chain: quote.chain, of })
      })
    },
  }
}

import { keepPreviousData, useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { CollectionSummary, Import, Quote } from '../../../../shared/app-api.ts'
import { familyOf } from '../../../../shared/families.ts'
import { useApi, useAppState } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { replaceAnswer } from '../../api/replace-answer.ts'
import { useMintStore } from '../mint-store.ts'
import type { CeilingChoice } from './ceiling-choice.ts'
import { useCeiling } from './use-ceiling.ts'

/** How often the price is asked for while coin is missing, and otherwise, ms. */
const whileShort = 3_000
const otherwise = 15_000

export type Order = ReturnType<typeof useOrder>

/** A state of a file that is valid in its present collection only; `unsaid` in any other. */
function useOfCollection<Said>({ options: { collectionId } }: Import, unsaid: Said): [Said, (said: Said) => void] {
  const [kept, setKept] = useState({ said: unsaid, of: collectionId })
  return [kept.of === collectionId ? kept.said : unsaid, (said) => setKept({ said, of: collectionId })]
}

/** The choices for a run before it is made, its price, and the press that makes it. */
export function useOrder(file: Import, collection: CollectionSummary | undefined) {
  const api = useApi()
  const queries = useQueryClient()
  const [, go] = useLocation()
  const set = useMintStore((store) => store.set)
  const { data: state } = useAppState()
  /** How many rows with errors the person saw and leaves out: if there are more, they are asked again. */
  const [leftOut, setLeftOut] = useState(0)
  // Both refer to the price that the person saw: another collection has another price, perhaps in another coin.
  const [typed, setTyped] = useOfCollection(file, '')
  const [waits, setWaits] = useOfCollection(file, false)
  /** How much of a large run is made, from 0 to 1; a small one is made at once. */
  const [made, setMade] = useState<number | null>(null)
  const { choice: ceiling, meant, choose, useMeaning } = useCeiling(file, collection)
  const [compressed, setCompressed] = useState(true)
  const { counts } = file
  const live = state?.project.kind === 'live'
  const available = collection?.unavailable === null
  const priceable = file.state === 'checked' && counts.ready > 0 && available
  const compresses = familyOf(collection?.chain ?? '').compressed
  const priceOf = (inTrees: boolean, enabled: boolean) => ({
    queryKey: [...keys.quote(file.id), file.options.collectionId, counts.nfts, ceiling.price, inTrees],
    queryFn: () => api.quote(file.id, { feeCeiling: ceiling.price, compressed: inTrees }),
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: ({ state: { data } }: { state: { data: Quote | undefined } }) =>
      data !== undefined && data.shortfall.amount !== '0' ? whileShort : otherwise,
  })
  const inTrees = useQuery(priceOf(true, priceable && (compressed || compresses)))
  const outside = useQuery(priceOf(false, priceable && (!compressed || compresses)))
  const quote = compressed ? inTrees : outside
  const start = useMutation({
    mutationFn: () =>
      api.startRun(file.id, counts.errors > 0, { feeCeiling: ceiling.price, compressed }, setMade, counts.nfts),
    onSettled: () => setMade(null),
    onSuccess: (run) => {
      replaceAnswer(queries, keys.run(run.id), run)
      void queries.invalidateQueries({ queryKey: keys.runs })
      set({ importId: null, media: new Map() })
      go(`/runs/${run.id}`)
    },
  })
  // Until the core has taken in a change, the screen does not show what would be minted.
  const changes = { mutationKey: keys.import(file.id) }
  const changing = useIsMutating(changes) > 0
  const lacks = quote.data !== undefined && quote.data.shortfall.amount !== '0'
  const unsure = live && typed.replaceAll(/[\s,.']/g, '') !== String(counts.nfts)
  const leaveOut = counts.errors > 0 && counts.errors <= leftOut
  const errorsLeft = counts.errors > 0 && !leaveOut
  const fresh = quote.data !== undefined && !quote.isPlaceholderData
  useMeaning(fresh ? quote.data : undefined)
  return {
    live,
    priceable,
    compresses,
    quotes: { compressed: inTrees.data, uncompressed: outside.data },
    quote,
    lacks,
    /** Whether the balance is short, and the run is not to wait for coin. */
    short: lacks && !waits,
    unsure: unsure && priceable,
    errorsLeft,
    /** Whether everything that the press needs is there. */
    ready: priceable && fresh && meant && !changing && (!lacks || waits) && !unsure && !errorsLeft && ceiling.valid,
    leaveOut,
    setLeaveOut: (leave: boolean): void => setLeftOut(leave ? counts.errors : 0),
    typed,
    setTyped,
    waits,
    setWaits,
    made,
    ceiling,
    setCeiling: (choice: CeilingChoice): void => void (quote.data && choose(choice, quote.data)),
    compressed,
    setCompressed,
    start,
    press(): void {
      // A press that ends the editing of a cell comes before the button is drawn as waiting for the edit.
      if (queries.isMutating(changes) === 0) start.mutate()
    },
  }
}

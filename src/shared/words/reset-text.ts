import type { z } from 'zod'
import type { resetCounts } from '../app-api.ts'

/** What a reset of a practice network removes, in sentences for the question to the person. */
export function resetText({ projects, collections, nfts, runs, wallets }: z.infer<typeof resetCounts>): string {
  const of = (count: number, one: string, more = `${one}s`): string =>
    `${count.toLocaleString('en')} ${count === 1 ? one : more}`
  const what = [of(collections, 'collection'), of(nfts, 'NFT'), of(runs, 'run')]
  const from = projects > 1 ? ` of ${projects} practice projects` : ''
  const held =
    wallets === 0
      ? ''
      : ` ${of(wallets, 'wallet')} of e-mail addresses and users ${wallets === 1 ? 'loses' : 'lose'} what was minted to ${wallets === 1 ? 'it' : 'them'} there.`
  return `Its chain is thrown away and begins afresh, and with it go ${what.join(', ')}${from}, and all that was asked for there.${held} Nothing comes back by itself, and the same ids can be minted anew. The log of what was done stays; other networks and live projects are not touched.`
}

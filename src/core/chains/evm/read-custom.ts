/** Checks what a person enters about a network that they add. Pure. */
import { type ChainName, chainNamed } from '../../../shared/chains.ts'
import { type CustomChain, customChainOf } from '../../../shared/custom-chain.ts'
import { CoreError } from '../../lib/errors.ts'
import { isThisMachine } from '../rpc/address.ts'
import { type CustomFacts, type FoundFacts, leastGasCap, mostConfirmations, proposedFacts } from './custom-network.ts'
import { defaults } from './networks.ts'

/** What a person entered; omitted values are as proposed. */
export interface SaidFacts {
  symbol?: string | undefined
  /** Null or absent: the network has none. */
  explorer?: string | null | undefined
  confirmations?: number | undefined
  gasCap?: number | undefined
}

/**
 * The chain name for the name that a person entered.
 * @param taken the names of the networks that were added
 * @throws CoreError `network.name`
 */
export function readName(given: string, taken: readonly CustomChain[]): CustomChain {
  const chain = customChainOf(given)
  if (chain === undefined)
    throw new CoreError(
      'network.name',
      `${JSON.stringify(given.slice(0, 60))} cannot be a network’s name: use 1 to 32 letters a–z, digits and “-”, such as my-net.`,
    )
  const own: ChainName | undefined = chainNamed(chain.slice('custom-'.length))
  if (own !== undefined)
    throw new CoreError('network.name', `Mintdesk has a network ${own} already: give yours another name.`)
  if (taken.includes(chain))
    throw new CoreError(
      'network.name',
      `There is a network ${chain} already: give this one another name, or remove that one first.`,
    )
  return chain
}

/**
 * The facts to store of a network: what its RPC reported, what the person entered, and the proposed values for the rest.
 * @throws CoreError `network.symbol`, `network.explorer`, `network.confirmations`, `network.gasCap`
 */
export function readFacts(found: FoundFacts, said: SaidFacts): CustomFacts {
  const proposed = proposedFacts(found)
  const { symbol = proposed.symbol, confirmations = proposed.confirmations, gasCap = proposed.gasCap } = said
  const coin = symbol.trim()
  if (!/^[A-Za-z0-9$.]{1,11}$/.test(coin))
    throw new CoreError(
      'network.symbol',
      `${JSON.stringify(symbol.slice(0, 40))} cannot be a currency’s symbol: use 1 to 11 letters and digits, such as ETH.`,
    )
  if (!Number.isInteger(confirmations) || confirmations < 1 || confirmations > mostConfirmations)
    throw new CoreError(
      'network.confirmations',
      `Confirmations are a whole number from 1 to ${mostConfirmations}; ${proposed.confirmations} is proposed.`,
    )
  const most = Math.min(Number(defaults.caps.gasPerTransaction), Number(found.blockGas))
  if (!Number.isInteger(gasCap) || gasCap < leastGasCap || gasCap > most)
    throw new CoreError(
      'network.gasCap',
      `The gas cap of a transaction is a whole number from ${leastGasCap} to ${most} on this network; ${proposed.gasCap} is proposed.`,
    )
  const { chainId, baseFee, dataFee, blockMs } = found
  return {
    chainId,
    baseFee,
    dataFee,
    blockMs,
    symbol: coin,
    explorer: readExplorer(said.explorer),
    confirmations,
    gasCap,
  }
}

function readExplorer(given: string | null | undefined): string | null {
  const text = given?.trim() ?? ''
  if (text === '') return null
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isThisMachine(url.hostname))
  if (!url || !isSafe || url.username !== '' || url.search !== '' || url.hash !== '')
    throw new CoreError(
      'network.explorer',
      `${JSON.stringify(text.slice(0, 60))} is not the address of an explorer: give the one that begins with https:// and has no ? in it, or leave it out.`,
    )
  return url.href.replace(/\/+$/, '')
}

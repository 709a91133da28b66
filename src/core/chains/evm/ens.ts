import { BaseError, ContractFunctionRevertedError, createClient, custom, getAddress, isAddress, toCoinType } from 'viem'
import { getEnsAddress } from 'viem/actions'
import { normalize } from 'viem/ens'
import { type NameAnswer, type NamesClient, resolveEach, unknownName } from '../family/names.ts'
import { type AskOffChain, ccipRequest } from './ccip-read.ts'
import type { RpcClient } from './rpc/rpc.ts'

/** ENS's universal resolver on Ethereum mainnet, the same since ENSv2 was announced (viem: `chains/definitions/mainnet.ts`). */
const universalResolver = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'
/** Ethereum's coin type (SLIP-44): the record that most names have. */
const ethereumCoin = 60n

export interface EnsOptions {
  /** The chain that is minted on. */
  chainId: number
  label: string
  /** Ethereum mainnet, where the names are, whatever chain is minted on. */
  ethereum(): Promise<Pick<RpcClient, 'request' | 'getCode'>>
  /** Asks off-chain servers that resolvers name. */
  askOffChain: AskOffChain
}

/**
 * Resolves names of ENS, and of services built on it (DNS names, Basenames, `.cb.id`). The record of the chain that is minted on counts
 * (ENSIP-11); without one, Ethereum's record, unless its address is a contract: nobody may control the same address on another chain.
 */
export function ensNames({ chainId, label, ethereum, askOffChain }: EnsOptions): NamesClient {
  const coin = chainId === 1 ? ethereumCoin : toCoinType(chainId)

  async function record(name: string, coinType: bigint): Promise<string | null> {
    const rpc = await ethereum()
    const client = createClient({
      transport: custom({ request: (args) => rpc.request(args) }, { retryCount: 0 }),
      ccipRead: { request: ccipRequest(askOffChain) },
    })
    // Strict, so that a missing record and a failed lookup throw different errors.
    const options = { name, universalResolverAddress: universalResolver, strict: true } as const
    try {
      return await getEnsAddress(client, coinType === ethereumCoin ? options : { ...options, coinType })
    } catch (error) {
      const reason = revertIn(error)
      if (reason === 'HttpError' || reason === null) throw error
      if (noRecord.has(reason)) return null
      throw error
    }
  }

  async function one(input: string): Promise<NameAnswer> {
    const normal = normalName(input)
    if ('why' in normal) return { kind: 'none', why: normal.why }
    const { name } = normal
    const remarks = name === input.toLowerCase() || name === input ? [] : [`It is read as ${name}.`]
    if (/[^\x20-\x7e]/.test(name))
      remarks.push(`${name} has characters that are not on every keyboard, and others may look like them.`)
    try {
      const own = await record(name, coin)
      if (own !== null) return addressOf(name, own, remarks)
      const ofEthereum = coin === ethereumCoin ? null : await record(name, ethereumCoin)
      if (ofEthereum === null)
        return { kind: 'none', why: `${name} leads to no address: check how it is written, or write the address.` }
      const code = await (await ethereum()).getCode({ address: ofEthereum as `0x${string}` })
      if (code !== undefined && code !== '0x')
        return {
          kind: 'none',
          why: `${name} names an address for Ethereum alone, ${ofEthereum}, where a contract is that need not be on ${label}: write an address on ${label}.`,
        }
      return addressOf(name, ofEthereum, [
        ...remarks,
        `${name} names no address for ${label}; this is the one for Ethereum.`,
      ])
    } catch (error) {
      return unknownName(error instanceof BaseError ? new Error(error.shortMessage) : error)
    }
  }

  return { resolve: (names) => resolveEach(names, one) }
}

/** Errors of the universal resolver for a missing record (ENSIP-23). */
const noRecord: ReadonlySet<string> = new Set([
  'ResolverError',
  'ResolverNotContract',
  'ResolverNotFound',
  'UnsupportedResolverProfile',
])

/** The name of the contract's error; null for any other failure. */
function revertIn(error: unknown): string | null {
  const cause = error instanceof BaseError ? error.walk((one) => one instanceof ContractFunctionRevertedError) : null
  return cause instanceof ContractFunctionRevertedError ? (cause.data?.errorName ?? null) : null
}

function addressOf(name: string, address: string, remarks: readonly string[]): NameAnswer {
  if (isAddress(address)) return { kind: 'address', address: getAddress(address), remarks }
  return { kind: 'none', why: `${name} leads to what is no address: write the address.` }
}

/** Why a text cannot be an ENS name; null where it may be one. */
export function ensFault(input: string): string | null {
  const normal = normalName(input)
  return 'why' in normal ? normal.why : null
}

/** A name in its normal form (ENSIP-15), or why it has none: invisible characters, letters of several scripts. */
export function normalName(input: string): { name: string } | { why: string } {
  try {
    return { name: normalize(input.trim()) }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return {
      why: `${JSON.stringify(input.slice(0, 60))} is no name that ENS takes (${why.slice(0, 120)}): write it anew by hand, or write the address.`,
    }
  }
}

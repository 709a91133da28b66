import { base58 } from '@scure/base'
import { z } from 'zod'
import { invalidParams, RpcFault } from '../json-rpc/rpc-fault.ts'
import { accountJson, accountOptions } from './account-json.ts'
import type { Method } from './answer.ts'
import { type SolanaChain, Undecodable } from './chain.ts'
import { feeOf } from './fee.ts'
import { sendMethods } from './send-methods.ts'
import { readMessage } from './transaction-bytes.ts'
import { transactionJson } from './transaction-json.ts'

const slotsPerEpoch = 432_000
/** Solana's own: most accounts, and most signatures, of one call. */
const accountsAtMost = 100
const statusesAtMost = 256
/** Ours: most lamports that are given at a time. */
const giftAtMost = 1_000_000_000_000n

const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const tokenPrograms = [tokenProgram, 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']

const commitmentOf = z.object({ commitment: z.string().optional() }).loose().nullish()
const contextOptions = z.object({ minContextSlot: z.int() })
const historyOptions = z
  .object({ limit: z.int().optional(), before: z.string().optional(), until: z.string().optional() })
  .loose()
  .nullish()
const transactionOptions = z.union([
  z.string().transform((encoding) => ({ encoding, maxSupportedTransactionVersion: undefined })),
  z.object({ encoding: z.string().optional(), maxSupportedTransactionVersion: z.int().optional() }).loose(),
])
const filters = z
  .object({
    filters: z
      .array(
        z.union([
          z.object({ dataSize: z.int() }),
          z.object({ memcmp: z.object({ offset: z.int(), bytes: z.string(), encoding: z.string().optional() }) }),
          z.string(),
        ]),
      )
      .nullish(),
  })
  .loose()
  .nullish()
const tokenFilter = z.union([z.object({ mint: z.string() }), z.object({ programId: z.string() })])

/** The methods of a Solana node that wallets, Metaplex' clients and Mintdesk use. */
export function rpcMethods(chain: SolanaChain): ReadonlyMap<string, Method> {
  const { slots, ledger } = chain
  const inContext = (value: unknown) => ({ context: { apiVersion: '3.0.0', slot: slots.now() }, value })
  const slotAt = (options: unknown) =>
    read(commitmentOf, options)?.commitment === 'finalized' ? slots.final() : slots.now()
  const statusJson = (signature: string) => {
    const status = ledger.status(signature)
    if (status === null) return null
    const { slot, fault: err } = status
    const final = slot <= slots.final()
    return {
      ...{ slot, err, confirmations: final ? null : slots.now() - slot },
      status: err === null ? { Ok: null } : { Err: err },
      confirmationStatus: final ? 'finalized' : 'confirmed',
    }
  }
  const accountsWith = (program: string, options: unknown) =>
    chain
      .accountsOf(address(program))
      .filter(({ account }) => (read(filters, options)?.filters ?? []).every((filter) => passes(account.data, filter)))
      .map((found) => ({
        pubkey: base58.encode(found.address),
        data: found.account.data,
        account: accountJson(found.account, read(accountOptions, options)),
      }))

  const methods: Record<string, Method> = {
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': '3.0.0', 'feature-set': 0 }),
    getGenesisHash: () => chain.genesis,
    getSlot: ([options]) => slotAt(options),
    getBlockHeight: ([options]) => slotAt(options),
    getBlockTime: ([slot]) => slots.timeOf(read(z.int(), slot)),
    getFirstAvailableBlock: () => 0,
    getTransactionCount: () => ledger.count(),
    getEpochInfo([options]) {
      const slot = slotAt(options)
      return {
        ...{ absoluteSlot: slot, blockHeight: slot, epoch: Math.floor(slot / slotsPerEpoch) },
        ...{ slotIndex: slot % slotsPerEpoch, slotsInEpoch: slotsPerEpoch, transactionCount: ledger.count() },
      }
    },
    getRecentPrioritizationFees: () => [{ slot: slots.now(), prioritizationFee: 0 }],
    getLatestBlockhash([options]) {
      const slot = slotAt(options)
      return inContext({ blockhash: slots.hashOf(slot), lastValidBlockHeight: slot + 150 })
    },
    isBlockhashValid([hash, options]) {
      const slot = slotAt(options)
      const known = slots.recent(slot).some((one) => one.hash === read(z.string(), hash))
      return { ...inContext(known), context: { apiVersion: '3.0.0', slot } }
    },
    getFeeForMessage([message]) {
      const decoded = readMessage(Buffer.from(read(z.string(), message), 'base64'))
      return inContext(slots.slotOf(base58.encode(decoded.blockhash)) === null ? null : Number(feeOf(decoded)))
    },
    getBalance: ([key]) => inContext(Number(chain.account(address(key))?.lamports ?? 0n)),
    getMinimumBalanceForRentExemption: ([bytes]) => Number(chain.rent(read(z.int().min(0), bytes))),
    getAccountInfo: ([key, options]) =>
      inContext(accountJson(chain.account(address(key)), read(accountOptions, options))),
    getMultipleAccounts([keys, options]) {
      const wanted = read(z.array(z.string()), keys)
      if (wanted.length > accountsAtMost) throw invalidParams(`Too many inputs provided; max ${accountsAtMost}`)
      return inContext(wanted.map((key) => accountJson(chain.account(address(key)), read(accountOptions, options))))
    },
    getProgramAccounts: ([program, options]) => accountsWith(read(z.string(), program), options).map(shown),
    getTokenAccountsByOwner([owner, filter, options]) {
      const wanted = read(tokenFilter, filter)
      const holder = read(z.string(), owner)
      const programs = 'programId' in wanted ? [wanted.programId] : tokenPrograms
      const mine = [{ memcmp: { offset: 32, bytes: holder } }]
      const ofMint = 'mint' in wanted ? [{ memcmp: { offset: 0, bytes: wanted.mint } }] : []
      const given = read(accountOptions, options)
      return inContext(
        programs.flatMap((program) => accountsWith(program, { ...given, filters: [...mine, ...ofMint] }).map(shown)),
      )
    },
    getTokenLargestAccounts([mint]) {
      const ofMint = [{ memcmp: { offset: 0, bytes: read(z.string(), mint) } }, { dataSize: 165 }]
      const held = accountsWith(tokenProgram, { filters: ofMint, encoding: 'base64' }).map(({ pubkey, data }) => {
        const amount = Buffer.from(data).readBigUInt64LE(64).toString()
        return { address: pubkey, amount, decimals: 0, uiAmount: Number(amount), uiAmountString: amount }
      })
      return inContext(held.sort((a, b) => b.uiAmount - a.uiAmount).slice(0, 20))
    },
    getSignatureStatuses([signatures]) {
      const wanted = read(z.array(z.string()), signatures)
      if (wanted.length > statusesAtMost) throw invalidParams(`Too many inputs provided; max ${statusesAtMost}`)
      return inContext(wanted.map(statusJson))
    },
    getSignaturesForAddress([key, options]) {
      const { limit = 1000, before, until } = read(historyOptions, options) ?? {}
      return ledger.ofAddress(read(z.string(), key), limit, before, until).map(({ signature, slot, fault }) => ({
        ...{ signature, slot, err: fault, memo: null, blockTime: slots.timeOf(slot) },
        confirmationStatus: slot <= slots.final() ? 'finalized' : 'confirmed',
      }))
    },
    getTransaction([signature, options]) {
      const { encoding = 'json', maxSupportedTransactionVersion } = read(transactionOptions, options ?? {})
      const found = ledger.transaction(read(z.string(), signature))
      if (found === null) return null
      const { transaction, version } = transactionJson(found.raw, encoding)
      if (version !== 'legacy' && maxSupportedTransactionVersion === undefined)
        throw new RpcFault(-32015, `Transaction version (${version}) is not supported by the requesting client.`)
      return { ...{ slot: found.slot, blockTime: slots.timeOf(found.slot), meta: found.meta }, transaction, version }
    },
    requestAirdrop([key, lamports]) {
      const wanted = BigInt(read(z.int().positive(), lamports))
      if (wanted > giftAtMost) throw new RpcFault(-32600, 'Airdrop request too large')
      address(key)
      return chain.give(read(z.string(), key), wanted)
    },
    /** Ours: skips this many slots at once, so that nobody need wait for a blockhash to expire. */
    mintdesk_skipSlots([count]) {
      const skipped = read(z.int().positive(), count)
      slots.skip(skipped)
      ledger.setSkipped(ledger.skipped() + skipped)
      return slots.now()
    },
  }
  /** Refuses a call that needs a later slot than the current one (`minContextSlot`). */
  const reached = (params: readonly unknown[]): void => {
    for (const options of params) {
      const least = contextOptions.safeParse(options).data?.minContextSlot
      if (least === undefined) continue
      const contextSlot = slotAt(options)
      if (contextSlot < least) throw new RpcFault(-32016, 'Minimum context slot has not been reached', { contextSlot })
    }
  }
  return new Map(
    Object.entries({ ...methods, ...sendMethods(chain, inContext) }).map(([name, method]): [string, Method] => [
      name,
      (params) => {
        reached(params)
        return method(params)
      },
    ]),
  )
}

function shown({ pubkey, account }: { pubkey: string; account: unknown }): unknown {
  return { pubkey, account }
}

function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw invalidParams(z.prettifyError(parsed.error))
}

function address(value: unknown): Uint8Array {
  try {
    const bytes = base58.decode(read(z.string(), value))
    if (bytes.length === 32) return bytes
  } catch (error) {
    if (error instanceof Undecodable) throw error
  }
  throw invalidParams(`Invalid pubkey ${String(value)}`)
}

function passes(
  data: Uint8Array,
  filter: string | { dataSize: number } | { memcmp: { offset: number; bytes: string; encoding?: string | undefined } },
): boolean {
  if (typeof filter === 'string') return true
  if ('dataSize' in filter) return data.length === filter.dataSize
  const { offset, bytes, encoding } = filter.memcmp
  const wanted = encoding === 'base64' ? Buffer.from(bytes, 'base64') : Buffer.from(base58.decode(bytes))
  return Buffer.from(data)
    .subarray(offset, offset + wanted.length)
    .equals(wanted)
}

import { base58 } from '@scure/base'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { SolanaChain } from '../../../shared/chains.ts'
import { CoreError } from '../../errors.ts'
import type { SolanaAccount } from '../../wallets/solana-keys.ts'
import type { ChainAsset } from '../family/assets.ts'
import type { CollectionFacts } from '../family/collections.ts'
import { Refusal } from '../family/outcome.ts'
import type { ChainCall, Limits, Receipt, SendAnswer } from '../family/transactions.ts'
import type { WalletOwner, Work } from '../family/work.ts'
import type { ChainClient } from '../family.ts'
import type { PinnedRpc } from '../rpc/pool.ts'
import { accountAnswer, blockhashAnswer, epochAnswer, numberAnswer, statusesAnswer } from './answers.ts'
import { assetsClient } from './assets.ts'
import { type CoreInstructions, coreInstructionsOf, coreProgram } from './core-instructions.ts'
import { assetBytes, assetFee, collectionBytes, leafFee } from './core-sizes.ts'
import { type CoreTokenInstructions, coreTokenInstructionsOf } from './core-token-instructions.ts'
import type { Measure } from './fit.ts'
import { type Instructions, instructionsOf, type MintInstructions } from './instructions.ts'
import { type TransactionAnswer, transactionAnswer } from './leaves.ts'
import { signTransaction, withBlockhash } from './message.ts'
import { outcomeOf } from './outcome.ts'
import { createPreparer, type Preparer } from './prepare.ts'
import { certifiedAccount, rehearse, rentOf } from './rehearse.ts'
import { RateLimited, type SolanaRpc } from './rpc.ts'
import { sendRaws } from './sending.ts'
import { steadyRpc } from './steady-rpc.ts'
import { ownTokenId } from './token-ids.ts'
import { type TokenInstructions, tokenInstructionsOf } from './token-instructions.ts'
import { isTokenWork, prepareTokenWork, type TokenWorkContext } from './token-work.ts'
import { transferClient } from './transfers.ts'
import { keyNames, treesClient } from './trees.ts'

export interface SolanaClientOptions {
  /** `solana` where absent. */
  chain?: SolanaChain | undefined
  /** `practice:solana` */
  network: string
  confirmations: number
  limits: Limits
  /** The network's RPC as it is reached now; brings a practice network up. */
  rpc(): Promise<SolanaRpc>
  treasury(projectIndex: number): SolanaAccount
  /** The key of something that is made once (`keyNames`). */
  named(projectIndex: number, name: string): SolanaAccount
  /** A user's wallet. */
  user(projectIndex: number, owner: NonNullable<WalletOwner>): SolanaAccount
  /** Practice networks only: gives so many lamports. */
  give?: ((address: string, lamports: bigint) => Promise<void>) | undefined
  pollMs?: number | undefined
  /** See `ChainClient.blockMs`. */
  blockMs?: number | undefined
  /** Blocks after which the same bytes go out again while they are in none; absent: the journal's own. */
  resendAfter?: number | undefined
  /** Binds a look to one node; absent where there is only one. */
  pin?: (() => Promise<PinnedRpc<SolanaRpc>>) | undefined
  /** The nodes that are sent to, one after the other while the answer is unclear; absent where there is only one. */
  senders?: (() => Promise<readonly SolanaRpc[]>) | undefined
  /** Another node that is up, by which the bound one's word about what is final is checked. */
  other?: (() => Promise<SolanaRpc | null>) | undefined
  /** What looks have in common; its own where absent. */
  memory?: ClientMemory | undefined
}

/** What a client learnt that holds for whichever node answers. */
export interface ClientMemory {
  preparer: Preparer
  builders: Map<number, Builders>
  measures: Map<string, Measure>
  rents: LRUCache<number, Promise<bigint>>
  /** What strangers' mints were found to be. */
  described: LRUCache<string, { asset: ChainAsset | null }>
  blockhash: { hash: Uint8Array; validUntil: number; at: number } | undefined
}

const newMemory = (): ClientMemory => ({
  ...{ preparer: createPreparer(), builders: new Map(), measures: new Map(), blockhash: undefined },
  rents: new LRUCache({ max: 100, ttl: rentMs }),
  described: new LRUCache({ max: 20_000, ttl: describedMs }),
})

/** A practice treasury is filled to this when it falls below a tenth of it: 1,000 SOL, in lamports. */
const practiceFunds = 1_000_000_000_000n
/** Solana's own: signatures asked for at once. */
const statusesAtOnce = 256
/** Ours: a blockhash is used for so long, ms, of the minute that it is good for. */
const blockhashMs = 2_000
const projectsKept = 100
/** Ours: the rent of an account is taken for known so long, ms; it has not changed in years. */
const rentMs = 60_000
/** Ours: so are names and addresses of metadata that strangers' mints have. */
const describedMs = 60_000
/** Solana's own. */
const blockhashBlocks = 151

type Commitment = 'confirmed' | 'finalized'

/** What builds a project's instructions, by its collections' kinds. */
interface Builders {
  certified: Instructions
  core: CoreInstructions
  /** What is done to tokens of certified collections. */
  tokens: TokenInstructions
  /** The same of Core collections. */
  coreTokens: CoreTokenInstructions
}

/** The Solana family's client for one network. */
export function solanaClient(options: SolanaClientOptions): ChainClient {
  const { rpc, give, memory = newMemory() } = options
  const { preparer, builders, measures, rents } = memory

  const treasury = (projectIndex: number) => options.treasury(projectIndex).address
  const named = (projectIndex: number, name: string) => options.named(projectIndex, name).address
  const buildersOf = (projectIndex: number): Builders => {
    const known = builders.get(projectIndex)
    if (known) return known
    if (builders.size >= projectsKept) builders.clear()
    const payer = treasury(projectIndex)
    const certified = instructionsOf(payer)
    const core = coreInstructionsOf(payer, certified.treeConfig)
    const made = { certified, core, tokens: tokenInstructionsOf(payer), coreTokens: coreTokenInstructionsOf(payer) }
    builders.set(projectIndex, made)
    return made
  }
  const instructions = (projectIndex: number, contractKind: string): MintInstructions =>
    buildersOf(projectIndex)[contractKind === 'core' ? 'core' : 'certified']
  const contractAddress = ({ projectIndex, id }: CollectionFacts) => named(projectIndex, keyNames.collection(id))
  /** The program that keeps an account; null where there is none. */
  const keeperOf = async (address: string, commitment: Commitment = 'confirmed'): Promise<string | null> => {
    const at = { encoding: 'base64', commitment, dataSlice: { offset: 0, length: 0 } }
    return (await (await rpc()).call('getAccountInfo', [address, at], accountAnswer)).value?.owner ?? null
  }
  const there = async (address: string, commitment?: Commitment): Promise<boolean> =>
    (await keeperOf(address, commitment)) !== null
  const rent = (bytes: number): Promise<bigint> => {
    const known = rents.get(bytes)
    if (known) return known
    const asked = rpc().then((node) => rentOf(node, bytes))
    rents.set(bytes, asked)
    asked.catch(() => rents.delete(bytes))
    return asked
  }
  const latestBlockhash = async () => {
    const { blockhash } = memory
    if (blockhash !== undefined && Math.abs(performance.now() - blockhash.at) < blockhashMs) return blockhash
    const at = performance.now()
    const { value } = await (await rpc()).call('getLatestBlockhash', [{ commitment: 'confirmed' }], blockhashAnswer)
    const newest = { hash: base58.decode(value.blockhash), validUntil: value.lastValidBlockHeight, at }
    memory.blockhash = newest
    return newest
  }
  const at = async (commitment: Commitment, node?: SolanaRpc) => {
    const asked = node ?? (await rpc())
    const { blockHeight, absoluteSlot } = await asked.call('getEpochInfo', [{ commitment }], epochAnswer)
    return { number: blockHeight, hash: `slot ${absoluteSlot}` }
  }
  /** Whether a node knows none of these, by status or as a transaction: its cache of statuses is one thing, its ledger another. */
  const knowsNone = async (node: SolanaRpc, hashes: readonly string[]): Promise<boolean> =>
    (await receiptsOf(node, hashes)).size === 0 && (await readTransactions(node, hashes)).size === 0
  const receiptsOf = async (node: SolanaRpc, hashes: readonly string[]): Promise<Map<string, Receipt>> => {
    const seen: { hash: string; slot: number; ok: boolean; final: boolean }[] = []
    for (let from = 0; from < hashes.length; from += statusesAtOnce) {
      const part = hashes.slice(from, from + statusesAtOnce)
      const { value } = await node.call(
        'getSignatureStatuses',
        [part, { searchTransactionHistory: true }],
        statusesAnswer,
      )
      for (const [place, status] of value.entries()) {
        // What is merely processed may be on a fork that nobody votes for.
        if (status === null || status.confirmationStatus === 'processed') continue
        const ok = status.err === null || status.err === undefined
        seen.push({ hash: part[place] ?? '', slot: status.slot, ok, final: status.confirmationStatus === 'finalized' })
      }
    }
    const details = await readTransactions(
      node,
      seen.flatMap(({ hash, final }) => (final ? [hash] : [])),
    )
    return new Map(
      seen.flatMap(({ hash, slot, ok, final }): [string, Receipt][] => {
        const detail = details.get(hash)
        return [
          [
            hash,
            {
              ...{ hash, ok, blockNumber: slot, blockHash: `slot ${slot}` },
              // Without its details nothing can be settled yet: it is asked for again.
              final: final && detail !== undefined,
              used: BigInt(detail?.meta.computeUnitsConsumed ?? 0),
              fee: detail === undefined ? 0n : spent(detail.meta),
              detail,
            },
          ],
        ]
      }),
    )
  }
  const charge = async (projectIndex: number, work: Parameters<Preparer['prepare']>[2]) =>
    preparer.prepare(await rpc(), treasury(projectIndex), work, () => rent(0))
  const change = async (
    work: Extract<Work, { kind: 'set-supply-limit' | 'set-royalty' }>,
    projectIndex: number,
  ): Promise<ChainCall> => {
    const { core } = buildersOf(projectIndex)
    const kept = (await keeperOf(work.contract)) === coreProgram
    if (work.kind === 'set-royalty' && !kept) throw unsupported(work)
    // The app keeps the limit: a certified collection has none, so there is nothing to send.
    if (work.kind === 'set-supply-limit' && !kept) throw new Refusal({ kind: 'already-minted', firstTokenId: 0 })
    return charge(projectIndex, {
      instructions:
        work.kind === 'set-royalty'
          ? core.royalty(work.contract, work.royalty)
          : core.supplyLimit(work.contract, work.supplyLimit),
      signers: [],
    })
  }
  const trees = treesClient({
    ...{ rpc, treasury, instructions, named, charge, measures },
    treeConfig: (tree) => buildersOf(0).certified.treeConfig(tree),
  })
  const metadataOf = (mint: string) => buildersOf(0).certified.metadataOf(mint)
  const tokenContext = (projectIndex: number): TokenWorkContext => ({
    ...{
      rpc,
      treasury: treasury(projectIndex),
      build: buildersOf(projectIndex).tokens,
      core: buildersOf(projectIndex).coreTokens,
      ownerOf: trees.ownerOf,
    },
    ...{ metadataOf, rent },
    charge: (work) => charge(projectIndex, work),
  })

  const client: ChainClient = {
    network: options.network,
    chain: options.chain ?? 'solana',
    confirmations: options.confirmations,
    limits: options.limits,
    ...(options.pollMs === undefined ? {} : { pollMs: options.pollMs }),
    ...(options.blockMs === undefined ? {} : { blockMs: options.blockMs }),
    async look(read) {
      if (!options.pin) return read(client)
      const { pin: _bound, ...rest } = options
      const { rpc: node, other } = await options.pin()
      const steady = steadyRpc(node)
      return read(solanaClient({ ...rest, rpc: async () => steady, other, memory }))
    },
    busy: () => () => {},
    treasury,
    contractAddress,
    trees,
    assets: assetsClient({
      ...{ rpc, metadataOf, described: memory.described },
      searchable: options.network.startsWith('practice:'),
    }),
    transfers: transferClient({ rpc, metadataOf, ownerOf: trees.ownerOf }),
    expiry: {
      lifetime: blockhashBlocks,
      ...(options.resendAfter === undefined ? {} : { resendAfter: options.resendAfter }),
      async gone(hashes) {
        if (!(await knowsNone(await rpc(), hashes))) return false
        // No node is trusted alone about what could make an NFT twice.
        const second = await options.other?.()
        return second ? knowsNone(second, hashes) : true
      },
    },
    async inFlight() {
      return { weight: options.limits.weightInFlight, transactions: options.limits.transactionsInFlight }
    },
    async genesis() {
      return (await rpc()).call('getGenesisHash', [], z.string())
    },
    head: () => at('confirmed'),
    async finalized() {
      const own = await at('finalized')
      const second = await options.other?.()
      if (!second) return own
      // It was up a moment ago: its failure is noted where it is called, and is not this node's.
      const checked = await at('finalized', second).catch(() => own)
      return checked.number < own.number ? checked : own
    },
    kept: () => rent(0),
    async balance(address) {
      const { value } = await (await rpc()).call('getBalance', [address, { commitment: 'confirmed' }], numberAnswer)
      return BigInt(value)
    },
    ...(give
      ? {
          async faucet(address: string) {
            if ((await client.balance(address)) < practiceFunds / 10n) await give(address, practiceFunds)
          },
        }
      : {}),
    // What is paid beside the fixed fee stands in each call, in `extra`.
    async fees() {
      const none = { max: 0n, priority: 0n }
      return { base: 0n, low: none, expected: none, high: none }
    },
    async rehearse(facts, batches, newTrees = []) {
      const deployed = await there(contractAddress(facts))
      return rehearse(await rpc(), { facts, deployed, batches, newTrees })
    },
    async deploymentCalls(facts) {
      const mint = contractAddress(facts)
      if (await there(mint)) return []
      const { name, symbol, contractUri: uri, supplyLimit, contractKind, projectIndex, id } = facts
      return [
        await charge(projectIndex, {
          instructions: instructions(projectIndex, contractKind).collection(mint, { name, symbol, uri, supplyLimit }),
          signers: [keyNames.collection(id)],
          takes:
            contractKind === 'core'
              ? await rent(collectionBytes({ name, uri, supplyLimit }))
              : await certifiedAccount(rent),
        }),
      ]
    },
    async prepare(work, projectIndex) {
      if (work.kind === 'set-supply-limit' || work.kind === 'set-royalty') return change(work, projectIndex)
      if (isTokenWork(work)) return prepareTokenWork(tokenContext(projectIndex), work)
      if (work.kind !== 'mint-tokens') throw unsupported(work)
      const { contract, contractKind, jobId, tree, tokens } = work
      const build = instructions(projectIndex, contractKind)
      const core = contractKind === 'core'
      if (tree !== null)
        return charge(projectIndex, {
          instructions: build.compressed(contract, tree.address, tokens),
          signers: [],
          takes: core ? leafFee * BigInt(tokens.length) : 0n,
          alike: `${tree.address} ${tokens.length}`,
        })
      const name = keyNames.token(jobId)
      const mint = named(projectIndex, name)
      const [token] = tokens
      if (!token) throw new Error('a mint without a token')
      if (await there(mint)) {
        // Who is told that it is minted writes it down for good.
        if (!(await there(mint, 'finalized')))
          throw new CoreError(
            'network.unconfirmed',
            'an NFT was minted by something else, in a block that may still be taken back.',
          )
        throw new Refusal({ kind: 'already-minted', firstTokenId: ownTokenId(mint), addresses: [mint] })
      }
      return charge(projectIndex, {
        instructions: build.uncompressed(contract, mint, token),
        signers: [name],
        takes: core ? assetFee + (await rent(assetBytes(token))) : await certifiedAccount(rent),
      })
    },
    async sign(call, projectIndex, _sequence, fee) {
      const { hash, validUntil } = await latestBlockhash()
      const message = withBlockhash(Buffer.from(call.data.slice(2), 'hex'), hash)
      const signers = (call.signers ?? []).map((name) => options.named(projectIndex, name))
      if (call.owner) signers.push(options.user(projectIndex, call.owner))
      const raw = signTransaction(message, [options.treasury(projectIndex), ...signers])
      return {
        hash: base58.encode(raw.subarray(1, 65)),
        raw: `0x${Buffer.from(raw).toString('hex')}`,
        fee,
        validUntil,
      }
    },
    limited(error) {
      if (!(error instanceof RateLimited)) return null
      return error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }
    },
    async send(raws) {
      try {
        return await sendRaws(options.senders ? await options.senders() : [await rpc()], raws)
      } catch (error) {
        return raws.map((): SendAnswer => ({ kind: 'unclear', message: String(error) }))
      }
    },
    sequence: async () => 0,
    pendingSequence: async () => 0,
    sequenceAt: async () => 0,
    usedBy: async () => null,
    receipts: async (hashes) => receiptsOf(await rpc(), hashes),
    outcome: async (work, receipt) => outcomeOf(work, receipt),
    job: async () => 0,
    counters: async () => ({ minted: 0, batches: 0, purchased: 0, saleLeft: 0 }),
    settings: async () => ({ supplyLimit: null, sale: null, royalty: null, baseUri: null, transferable: true }),
    purchases: async () => [],
    chainBatch: async () => {
      throw new Error('trees have no batches')
    },
    batchOfToken: async () => null,
    madeCollections: async () => [],
    mintedTokens: async () => [],
    mintTransaction: async () => '',
    contractsAmong: async () => new Set(),
    ownerOf: async () => null,
  }
  return client
}

function unsupported({ kind }: Work): Refusal {
  return new Refusal({
    kind: 'failed',
    code: 'collection.unsupported',
    message: `This version of Mintdesk cannot do this on Solana yet (${kind}).`,
  })
}

async function readTransactions(node: SolanaRpc, hashes: readonly string[]) {
  const found = new Map<string, z.infer<typeof transactionAnswer>>()
  const options = { encoding: 'json', commitment: 'finalized', maxSupportedTransactionVersion: 0 }
  const answers = await node.many(
    'getTransaction',
    hashes.map((hash) => [hash, options]),
    transactionAnswer.nullable(),
  )
  for (const [place, answer] of answers.entries()) {
    if (answer instanceof Error) throw answer
    if (answer !== null) found.set(hashes[place] ?? '', answer)
  }
  return found
}

/** All that the payer paid: the fee, and rent; the fee where rent came back to it. */
function spent({ fee, preBalances, postBalances }: TransactionAnswer['meta']): bigint {
  return BigInt(Math.max(fee, (preBalances[0] ?? 0) - (postBalances[0] ?? 0)))
}

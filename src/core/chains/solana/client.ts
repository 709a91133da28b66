import { CoreError } from '../../lib/errors.ts'
import type { ChainClient } from '../family/family.ts'
import type { FeesClient } from '../family/fees.ts'
import { isPracticeNetwork } from '../family/network.ts'
import type { SendAnswer, TransactionsClient } from '../family/transactions.ts'
import { RateLimited } from '../rpc/http-rpc.ts'
import { witnessesOf } from '../rpc/witnesses.ts'
import { accountsClient, knownRent } from './accounts.ts'
import { assetsClient } from './assets.ts'
import { expiryClient, networkClient } from './blocks.ts'
import { newMemory, type SolanaClientOptions } from './client-options.ts'
import {
  type CollectionContext,
  collectionAddress,
  collectionCalls,
  isChange,
  mintsAlike,
  mintsOf,
  noContract,
  prepareChange,
  prepareMint,
  unsupported,
} from './collections.ts'
import { handoverClient } from './handover.ts'
import { collectionAt } from './history/collection-now.ts'
import { historyClient } from './history/history.ts'
import { buildersOf } from './instructions/builders.ts'
import { placeOf, programsOf } from './made-once.ts'
import type { SolanaRpc } from './rpc/rpc.ts'
import { steadyRpc } from './rpc/steady-rpc.ts'
import { outcomeOf } from './transactions/outcome.ts'
import { receiptsOf } from './transactions/receipts.ts'
import { rehearse } from './transactions/rehearse.ts'
import { coinTo } from './transactions/send-coin.ts'
import { sendRaws } from './transactions/sending.ts'
import { signer } from './transactions/signing.ts'
import { isTokenWork, prepareTokenWork, type TokenWorkContext } from './transactions/token-work.ts'
import { transferClient } from './transfers.ts'
import { treesClient } from './trees/trees.ts'

/** The Solana family's client for one network. */
export function solanaClient(options: SolanaClientOptions): ChainClient {
  const { rpc, memory = newMemory() } = options
  const treasury = (projectIndex: number) => options.treasury(projectIndex).address
  const rent = knownRent(rpc, memory.rents)
  const metadataOf = (mint: string) => context.buildersOf(0).certified.metadataOf(mint)
  const context: CollectionContext = {
    ...{ rpc, rent, treasury },
    named: (projectIndex, name) => options.named(projectIndex, name).address,
    buildersOf: (projectIndex) => buildersOf(memory.builders, treasury, projectIndex),
    charge: async (projectIndex, work) =>
      memory.preparer.prepare(await rpc(), treasury(projectIndex), work, () => rent(0)),
    collectionAt: async (contract, commitment) => collectionAt(await rpc(), contract, metadataOf(contract), commitment),
  }
  const { named, charge } = context
  const treeConfig = (tree: string) => context.buildersOf(0).certified.treeConfig(tree)
  const trees = treesClient({
    ...{ rpc, treasury, named, charge, measures: memory.measures },
    instructions: (projectIndex, contractKind) => mintsOf(context, projectIndex, contractKind),
    treeConfig,
  })
  const tokenContext = (projectIndex: number): TokenWorkContext => {
    const { tokens: build, coreTokens: core } = context.buildersOf(projectIndex)
    return {
      ...{ rpc, treasury: treasury(projectIndex), build, core, ownerOf: trees.ownerOf, metadataOf, rent },
      charge: (work) => charge(projectIndex, work),
    }
  }
  const fees: FeesClient = {
    // Each call holds its fee, for signatures and priority, in `extra`.
    async fees() {
      const none = { max: 0n, priority: 0n }
      return { base: 0n, low: none, expected: none, high: none }
    },
    async rehearse(facts, batches, newTrees = []) {
      const node = await rpc()
      const { account } = programsOf(facts.contractKind)
      const { made: deployed } = await placeOf(node, collectionAddress(context, facts), account)
      return rehearse(node, { facts, deployed, batches, newTrees })
    },
  }
  const transactions: TransactionsClient = {
    limits: options.limits,
    async prepare(work, projectIndex) {
      if (isChange(work)) return prepareChange(context, work, projectIndex)
      if (isTokenWork(work)) return prepareTokenWork(tokenContext(projectIndex), work)
      if (work.kind === 'fund')
        return charge(projectIndex, coinTo(treasury(projectIndex), work.account, BigInt(work.amount)))
      if (work.kind !== 'mint-tokens') throw unsupported(work)
      return prepareMint(context, work, projectIndex)
    },
    sign: signer(options, memory),
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
    async outcome(work, receipt) {
      const outcome = outcomeOf(work, receipt)
      if (outcome.kind === 'failed' && work.kind === 'mint-tokens' && work.tree !== null)
        memory.preparer.forget(mintsAlike(work.tree.address, work.tokens.length))
      return outcome
    },
  }
  const client: ChainClient = {
    ...networkClient(options),
    ...accountsClient(options, rent),
    ...fees,
    ...transactions,
    ...noContract,
    ...(options.names ? { names: options.names } : {}),
    ...(options.witnesses ? { witnesses: options.witnesses } : {}),
    contractAddress: (facts) => collectionAddress(context, facts),
    async owner(contract) {
      const now = await context.collectionAt(contract, 'confirmed')
      if (now === null) throw new CoreError('network.unconfirmed', `There is no collection at ${contract} yet.`)
      return now.authority
    },
    handover: handoverClient({ rpc, treasury, clock: options.clock }),
    deploymentCalls: (facts) => collectionCalls(context, facts),
    async observe(read) {
      if (!options.pin) return read(client)
      const { pin: _bound, ...rest } = options
      const pinned = await options.pin()
      const bound = (node: SolanaRpc, others: Pick<SolanaClientOptions, 'other' | 'witnesses'> = {}): ChainClient => {
        const steady = steadyRpc(node)
        return solanaClient({ ...rest, ...others, rpc: async () => steady, memory })
      }
      return read(bound(pinned.rpc, { other: pinned.other, ...witnessesOf(pinned, (node) => bound(node)) }))
    },
    trees,
    ownTokens: trees,
    history: historyClient({ rpc, metadataOf, treeConfig }),
    assets: assetsClient({
      ...{ rpc, metadataOf, described: memory.described },
      searchable: isPracticeNetwork(options.network),
    }),
    transfers: transferClient({ rpc, metadataOf, ownerOf: trees.ownerOf }),
    expiry: expiryClient(options),
  }
  return client
}

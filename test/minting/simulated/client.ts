import type { ChainClient, Chains } from '../../../src/core/chains/family/family.ts'
import { noTrail } from '../../../src/core/chains/family/fence.ts'
import type { JobRecord } from '../../../src/core/chains/family/job-record.ts'
import { type Outcome, Refusal } from '../../../src/core/chains/family/outcome.ts'
import type { Limits } from '../../../src/core/chains/family/transactions.ts'
import type { WalletOwner } from '../../../src/core/chains/family/wallet-owner.ts'
import { knownNetworks } from '../../../src/core/chains/networks.ts'
import { families } from '../../../src/shared/families.ts'
import {
  decode,
  deploymentOf,
  digest,
  encode,
  encodeBody,
  feeOf,
  isBought,
  type SimulatedChain,
  type SimulatedRecord,
} from './chain.ts'

export const smallLimits: Limits = {
  weightPerTransaction: 10_000_000n,
  weightInFlight: 40_000_000n,
  transactionsInFlight: 4,
  mintsPerBatch: 3,
  unsortedPerCollection: 1_000_000,
  inOrder: false,
}

export const treasury = digest('treasury').slice(0, 42)

/** The wallet that is derived for somebody. */
export function walletOf({ kind, user }: NonNullable<WalletOwner>): string {
  return digest(`wallet of ${kind} ${user}`).slice(0, 42)
}

/** The simulated chain as the engine meets it: what a chain family makes of an RPC. */
export function simulatedChains(chain: SimulatedChain, limits: Limits = smallLimits): Chains {
  const { world } = chain

  function reach(): void {
    if (world.down) throw new Error('the computer is off')
    if (world.failing.after > 0) world.failing.after--
    else if (world.failing.times > 0) {
      world.failing.times--
      throw new Error('HTTP request failed')
    }
  }

  /** Every question and answer takes a turn of the event loop, as over a network, and may fail. */
  async function ask<T>(answer: () => T): Promise<T> {
    reach()
    await Promise.resolve()
    return answer()
  }

  const client: ChainClient = {
    network: 'practice:polygon',
    chain: 'polygon',
    family: families.evm,
    isPractice: true,
    confirmations: chain.confirmations,
    limits,
    // There is one node, and every question may fail by itself.
    observe: (read) => read(client),
    inFlight: () => ask(() => ({ weight: limits.weightInFlight, transactions: limits.transactionsInFlight })),
    limited: () => null,
    genesis: () => ask(chain.genesis),
    head: () => ask(chain.head),
    finalized: () => ask(chain.finalized),
    busy: () => () => {},
    treasury: () => treasury,
    signMessage: async (_projectIndex, message) => ({ message, signature: digest(message), publicKey: null }),
    balance: (address) => ask(() => chain.balance(address)),
    fees: () =>
      ask(() => {
        const fee = feeOf(world.baseFee)
        return { base: world.baseFee, low: fee, expected: fee, high: fee }
      }),
    rehearse: (_facts, batches) =>
      ask(() => ({
        deployment: [],
        trees: [],
        batches: batches.map(() => ({ weight: 1_000_000n, extra: 0n, extraAtMost: 0n })),
      })),
    contractAddress: ({ projectIndex, id }) => digest(`collection ${projectIndex} ${id}`).slice(0, 42),
    deploymentCalls: (facts) => ask(() => deploymentOf(chain, facts, client.contractAddress(facts))),
    prepare: (work) =>
      ask(() => {
        const outcome = chain.attempt(work)
        const mints = 'recipients' in work ? work.recipients.length : 1
        if ('jobId' in work && mints > world.mostMints)
          throw new Refusal({ kind: 'failed', code: 'chain.tooHeavy', message: 'This would use too much gas.' })
        if (outcome.kind !== 'minted' && outcome.kind !== 'done') throw new Refusal(outcome)
        const weight = work.kind === 'fill' ? '21000' : '1000000'
        const value = work.kind === 'fund' ? work.amount : '0'
        const call = { to: 'contract' in work ? work.contract : treasury, data: encodeBody({ work }), value, weight }
        return work.kind === 'transfer' && work.by === 'holder' ? { ...call, owner: work.owner } : call
      }),
    async sign(call, _project, sequence, fee) {
      const signer = call.owner ? walletOf(call.owner) : treasury
      const raw = encode({ signer, sequence, max: fee.max, priority: fee.priority, call })
      return { hash: decode(raw).hash, raw, fee }
    },
    async send(raws) {
      try {
        return await ask(() => chain.send(raws))
      } catch (error) {
        return raws.map(() => ({ kind: 'unclear', message: String(error) }))
      }
    },
    sequence: (address) => ask(() => chain.count(address)),
    pendingSequence: (address) =>
      ask(() => {
        let next = chain.count(address)
        while (chain.pending().some(({ signer, sequence }) => signer === address && sequence === next)) next++
        return next
      }),
    sequenceAt: (address, block) => ask(() => chain.count(address, block)),
    madeCollections: async () => [],
    mintedTokens: (contract, tokenIds) =>
      ask(() =>
        tokenIds.map((tokenId) => {
          const found = chain.contract(contract)
          return {
            tokenId,
            recipient: found?.owners[tokenId - 1] ?? '',
            uri: found?.uris[tokenId - 1] ?? '',
            txHash: found?.mintedBy[tokenId - 1] ?? '',
            block: null,
          }
        }),
      ),
    // Only receipts tell here.
    usedBy: async () => null,
    receipts: (hashes) =>
      ask(
        () =>
          new Map(
            hashes.flatMap((hash) => {
              const receipt = chain.receipt(hash)
              return receipt ? [[hash, receipt] as const] : []
            }),
          ),
      ),
    blocks: (numbers) =>
      ask(
        () =>
          new Map(
            numbers.flatMap((number) => {
              const block = chain.held(number)
              return block ? [[number, block] as const] : []
            }),
          ),
      ),
    fence: {
      mark: (contract, _minter, block) =>
        ask(() => chain.contract(contract, block)?.mark ?? { writer: 0, trail: noTrail }),
      mintedJobs: (contract, _minter, _since, through) =>
        ask(
          () =>
            chain.contract(contract, through)?.records.map(({ jobId, firstTokenId }) => ({ jobId, firstTokenId })) ??
            [],
        ),
      writerEntry: (contract, _minter, writer) =>
        ask(() => {
          const entry = chain.contract(contract)?.entries.findLast((one) => one.writer === writer)
          return entry ? { block: entry.block, time: entry.block * 1000 } : null
        }),
      jobRecord: (contract, jobId, _since, block) =>
        ask(() => {
          const record = chain.contract(contract, block)?.records.find((one) => one.jobId === jobId)
          return record ? recordOf(record) : null
        }),
    },
    outcome: (_work, { detail }) => ask(() => detail as Outcome),
    job: (contract, jobId, block) =>
      ask(() => {
        if (block === undefined) world.onRead('job')
        return chain.contract(contract, block)?.jobs[jobId] ?? 0
      }),
    counters: (contract, block) =>
      ask(() => {
        if (block === undefined) world.onRead('counters')
        const found = chain.contract(contract, block)
        const { owners, batches } = found ?? { owners: [], batches: [] }
        const purchased = owners.filter(isBought).length
        return { minted: owners.length, batches: batches.length, purchased, saleLeft: 0 }
      }),
    purchases: (contract) =>
      ask(() =>
        (chain.contract(contract)?.owners ?? []).flatMap((owner, place) =>
          isBought(owner) ? [{ firstTokenId: place + 1, quantity: 1 }] : [],
        ),
      ),
    settings: async () => ({ supplyLimit: null, sale: null, royalty: null, baseUri: null, transferable: true }),
    batchRanges: (contract, count) =>
      ask(() =>
        Array.from({ length: count }, (_, index) => {
          const batch = chain.batch(contract, index)
          return { firstTokenId: batch?.firstTokenId ?? 0, quantity: batch?.recipients.length ?? 0 }
        }),
      ),
    chainBatch: (contract, index) =>
      ask(() => {
        const batch = chain.batch(contract, index)
        if (!batch) throw new Error(`there is no batch ${index}`)
        return batch
      }),
    batchOfToken: (contract, tokenId) =>
      ask(
        () =>
          chain
            .contract(contract)
            ?.batches.find(
              ({ firstTokenId, recipients }) => tokenId >= firstTokenId && tokenId < firstTokenId + recipients.length,
            ) ?? null,
      ),
    mintTransaction: (contract, tokenId) => ask(() => chain.contract(contract)?.mintedBy[tokenId - 1] ?? ''),
    contractsAmong: (addresses) => ask(() => new Set(addresses.filter((address) => chain.contract(address)))),
    ownerOf: (contract, tokenId) => ask(() => chain.contract(contract)?.owners[tokenId - 1] ?? null),
  }
  const open = async () => client
  return {
    networks: knownNetworks(),
    client: open,
    reader: open,
    unavailable: () => null,
    locked: () => null,
    close: async () => {},
  }
}

function recordOf({ work, firstTokenId }: SimulatedRecord): JobRecord {
  const minting = { minter: treasury, txHash: null, block: null, kind: 'tokens' as const, firstTokenId }
  switch (work.kind) {
    case 'mint-single':
      return { ...minting, recipients: [work.recipient], metadata: { kind: 'single', uri: work.uri } }
    case 'mint-uris':
      return { ...minting, recipients: work.recipients, metadata: { kind: 'uris', uris: work.uris } }
    case 'mint-batch':
      return {
        ...minting,
        recipients: work.recipients,
        metadata: { kind: 'folder', folder: work.folder, base: work.base ?? false },
      }
  }
}

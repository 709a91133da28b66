import { z } from 'zod'
import type { CollectionFacts } from '../../family/collections.ts'
import type { BatchShape, Cost, Rehearsal } from '../../family/fees.ts'
import type { TreeSize } from '../../family/trees.ts'
import { assetBytes, assetFee, collectionBytes, leafFee } from '../instructions/core-sizes.ts'
import { treeBytes } from '../instructions/tree-size.ts'
import type { SolanaRpc } from '../rpc/rpc.ts'
import { priorityPrice } from './priority.ts'

export interface RehearsalOptions {
  facts: Pick<CollectionFacts, 'contractKind' | 'name' | 'contractUri' | 'supplyLimit'>
  /** The collection is on chain. */
  deployed: boolean
  batches: readonly BatchShape[]
  newTrees: readonly TreeSize[]
}

const lamportsPerSignature = 5_000n
/**
 * Compute that is asked for, margin included, for one compressed mint, a collection or an NFT of its own, a tree: measured with the programs of
 * programs.ts, in trees of 16,384. Larger trees take a little more; it counts only while blocks are full and more than the fixed fee is paid.
 */
const unitsOf = {
  certified: { mint: 70_000n, account: 205_000n, tree: 108_000n },
  core: { mint: 95_000n, account: 40_000n, tree: 60_000n },
}
/** Bytes of the accounts of a certified collection or of an NFT of it that is no leaf: mint, metadata, edition, token account; and of a tree's counter. */
const collectionAccounts = [82, 607, 42, 165]
export const treeConfigBytes = 96
/** What Token Metadata takes for a new NFT beside its rent, lamports (its fee of 2023). */
const metadataFee = 10_000_000n
/** Ours: how long a name is taken to be where there is none yet. */
const usualName = 'x'.repeat(16)

/** What a run would cost: rent and fees as the chain asks them now. A compressed mint pays fees only. */
export async function rehearse(
  rpc: SolanaRpc,
  { facts, deployed, batches, newTrees }: RehearsalOptions,
): Promise<Rehearsal> {
  const price = await priorityPrice(rpc)
  const rent = (bytes: number) => rentOf(rpc, bytes)
  const core = facts.contractKind === 'core'
  const units = unitsOf[core ? 'core' : 'certified']
  const cost = (signatures: bigint, units: bigint, besides: bigint): Cost => {
    const extra = lamportsPerSignature * signatures + (price * units + 999_999n) / 1_000_000n + besides
    return { weight: units, extra, extraAtMost: extra }
  }
  const deployment: Cost[] = []
  if (!deployed) {
    const { name, contractUri: uri, supplyLimit } = facts
    const besides = core ? await rent(collectionBytes({ name, uri, supplyLimit })) : await certifiedAccount(rent)
    deployment.push(cost(2n, units.account, besides))
  }
  const trees: Cost[] = []
  for (const tree of newTrees)
    trees.push(cost(2n, units.tree, (await rent(treeBytes(tree))) + (await rent(treeConfigBytes))))
  const account = batches.find(({ kind }) => kind === 'account')
  const ofAccount =
    account?.kind !== 'account'
      ? 0n
      : core
        ? assetFee + (await rent(assetBytes({ name: usualName, uri: account.uri })))
        : await certifiedAccount(rent)
  return {
    deployment,
    trees,
    batches: batches.map(({ kind, size }) =>
      kind === 'account'
        ? cost(2n, units.account, ofAccount)
        : cost(1n, units.mint * BigInt(size), core ? leafFee * BigInt(size) : 0n),
    ),
  }
}

/** What an account of so many bytes must hold, lamports. */
export async function rentOf(rpc: SolanaRpc, bytes: number): Promise<bigint> {
  return BigInt(await rpc.call('getMinimumBalanceForRentExemption', [bytes], z.number()))
}

/** Rent and fee of an NFT that is accounts of Token Metadata, as a certified collection is one. */
export async function certifiedAccount(rent: (bytes: number) => Promise<bigint>): Promise<bigint> {
  const rents = await Promise.all(collectionAccounts.map(rent))
  return rents.reduce((all, one) => all + one, metadataFee)
}

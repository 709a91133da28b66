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
 * Compute limits with margin, of one compressed mint, of a collection or an NFT that is an account, and of a tree: measured with the programs of
 * programs.ts, in trees of 16,384. Larger trees take a little more, which matters only while full blocks require more than the fixed fee.
 */
const unitsOf = {
  certified: { mint: 70_000n, account: 205_000n, tree: 108_000n },
  core: { mint: 95_000n, account: 40_000n, tree: 60_000n },
}
/** Bytes of the accounts of a certified collection, or of an NFT that is no leaf: mint, metadata, edition, token account; below, of a TreeConfig. */
const collectionAccounts = [82, 607, 42, 165]
export const treeConfigBytes = 96
/** Token Metadata's fee for a new NFT beside its rent, in lamports (as of 2023). */
const metadataFee = 10_000_000n
/** Ours: stands for a name that is not known yet; only its length counts. */
const usualName = 'x'.repeat(16)

/** What a run would cost in lamports, at the rent and fees of now. A compressed mint pays fees only. */
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

/** The lamports that make an account of this many bytes rent-exempt. */
export async function rentOf(rpc: SolanaRpc, bytes: number): Promise<bigint> {
  return BigInt(await rpc.call('getMinimumBalanceForRentExemption', [bytes], z.number()))
}

/** Rent and fee, in lamports, of an NFT with accounts of Token Metadata; a certified collection is one, too. */
export async function certifiedAccount(rent: (bytes: number) => Promise<bigint>): Promise<bigint> {
  const rents = await Promise.all(collectionAccounts.map(rent))
  return rents.reduce((all, one) => all + one, metadataFee)
}
